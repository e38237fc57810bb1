// Texts of the key help and the command palette; they come with those (app/use-panel.ts).
import shortcuts from './en/shortcuts.json' with { type: 'json' };
import { i18n } from './i18n.ts';

export const shortcutEnglish = { shortcuts };

export function addShortcutTexts(): void {
  i18n.addResourceBundle('en', 'shortcuts', shortcuts);
}
