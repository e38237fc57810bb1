// English texts that only admins read. Loaded by language.ts.
import admin from '../en/admin.json' with { type: 'json' };
import backups from '../en/backups.json' with { type: 'json' };
import bulkChanges from '../en/bulk-changes.json' with { type: 'json' };
import cheatsAdmin from '../en/cheats-admin.json' with { type: 'json' };
import checklist from '../en/checklist.json' with { type: 'json' };
import downloadActivity from '../en/download-activity.json' with { type: 'json' };
import gameEditor from '../en/game-editor.json' with { type: 'json' };
import gameImages from '../en/game-images.json' with { type: 'json' };
import gamesAdmin from '../en/games-admin.json' with { type: 'json' };
import health from '../en/health.json' with { type: 'json' };
import library from '../en/library.json' with { type: 'json' };
import libraryReview from '../en/library-review.json' with { type: 'json' };
import limitsAdmin from '../en/limits-admin.json' with { type: 'json' };
import loginSettings from '../en/login-settings.json' with { type: 'json' };
import mailServer from '../en/mail-server.json' with { type: 'json' };
import matches from '../en/matches.json' with { type: 'json' };
import metadataSettings from '../en/metadata-settings.json' with { type: 'json' };
import notifications from '../en/notifications.json' with { type: 'json' };
import platforms from '../en/platforms.json' with { type: 'json' };
import sanitization from '../en/sanitization.json' with { type: 'json' };
import settings from '../en/settings.json' with { type: 'json' };
import storage from '../en/storage.json' with { type: 'json' };
import tools from '../en/tools.json' with { type: 'json' };
import users from '../en/users.json' with { type: 'json' };
import virusScans from '../en/virus-scans.json' with { type: 'json' };
import webhooks from '../en/webhooks.json' with { type: 'json' };

export const texts = {
  bulkChanges,
  cheatsAdmin,
  checklist,
  downloadActivity,
  gameEditor,
  gameImages,
  gamesAdmin,
  health,
  library,
  libraryReview,
  limitsAdmin,
  loginSettings,
  mailServer,
  matches,
  metadataSettings,
  notifications,
  platforms,
  admin,
  backups,
  sanitization,
  settings,
  storage,
  tools,
  users,
  webhooks,
  virusScans,
};
