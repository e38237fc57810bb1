// Texts that only admins read; they come with the admin's part of the page (app/admin-wing.ts).
import addGame from './en/add-game.json' with { type: 'json' };
import admin from './en/admin.json' with { type: 'json' };
import sanitization from './en/sanitization.json' with { type: 'json' };
import settings from './en/settings.json' with { type: 'json' };
import storage from './en/storage.json' with { type: 'json' };
import tools from './en/tools.json' with { type: 'json' };
import uploads from './en/uploads.json' with { type: 'json' };
import users from './en/users.json' with { type: 'json' };
import { i18n } from './i18n.ts';

export const adminEnglish = { addGame, admin, sanitization, settings, storage, tools, uploads, users };

export function addAdminTexts(): void {
  for (const [feature, texts] of Object.entries(adminEnglish)) i18n.addResourceBundle('en', feature, texts);
}
