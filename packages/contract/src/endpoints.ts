// The whole API. The server mounts it, and the OpenAPI document is generated from it.

import { auditEndpoints } from './admin/audit.endpoints.ts';
import { backupsEndpoints } from './admin/backups.endpoints.ts';
import { monitoringEndpoints } from './admin/monitoring.endpoints.ts';
import { checklistEndpoints, settingsEndpoints, siteEndpoints } from './admin/site.endpoints.ts';
import { storageEndpoints } from './admin/storage.endpoints.ts';
import { tempFilesEndpoints } from './admin/temp-files.endpoints.ts';
import { collectionsEndpoints } from './club/collections.endpoints.ts';
import { contributionsEndpoints } from './club/contributions.endpoints.ts';
import { feedsEndpoints } from './club/feeds.endpoints.ts';
import { homeEndpoints } from './club/home.endpoints.ts';
import { marksEndpoints } from './club/marks.endpoints.ts';
import { requestsEndpoints } from './club/requests.endpoints.ts';
import { savedFiltersEndpoints } from './club/saved-filters.endpoints.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { libraryFolderEndpoints, libraryItemEndpoints } from './folders/folders.endpoints.ts';
import { adminGamesEndpoints } from './games/admin-games.endpoints.ts';
import { bulkChangesEndpoints } from './games/bulk-changes.endpoints.ts';
import { artworkEndpoints, cheatsEndpoints, gamesEndpoints } from './games/games.endpoints.ts';
import { matchesEndpoints, metadataEndpoints } from './games/metadata.endpoints.ts';
import { platformsEndpoints } from './games/platforms.endpoints.ts';
import { sanitizationEndpoints } from './games/sanitization.endpoints.ts';
import { alertsEndpoints, pushEndpoints } from './messages/alerts.endpoints.ts';
import { mailServerEndpoints, notificationsEndpoints, outboxEndpoints } from './messages/emails.endpoints.ts';
import { webhooksEndpoints } from './messages/webhooks.endpoints.ts';
import { accountsEndpoints, preferencesEndpoints } from './people/accounts.endpoints.ts';
import { apiTokensEndpoints } from './people/api-tokens.endpoints.ts';
import { loginProvidersEndpoints } from './people/login-providers.endpoints.ts';
import { invitationsEndpoints, membersEndpoints } from './people/members.endpoints.ts';
import { passkeyLoginEndpoints, passkeysEndpoints } from './people/passkeys.endpoints.ts';
import { secondFactorEndpoints } from './people/second-factor.endpoints.ts';
import { downloadActivityEndpoints } from './transfer/download-activity.endpoints.ts';
import { downloadLimitsEndpoints } from './transfer/download-limits.endpoints.ts';
import { downloadListsEndpoints } from './transfer/download-lists.endpoints.ts';
import { downloadsEndpoints } from './transfer/downloads.endpoints.ts';
import { extrasEndpoints } from './transfer/extras.endpoints.ts';
import { uploadsEndpoints } from './transfer/uploads.endpoints.ts';
import { virusScansEndpoints } from './transfer/virus-scans.endpoints.ts';

/** The endpoints of pages other than the login and the list of games, which need not load their routes. */
export const deferredEndpoints = {
  ...secondFactorEndpoints,
  ...apiTokensEndpoints,
  ...passkeysEndpoints,
  ...loginProvidersEndpoints,
  ...downloadLimitsEndpoints,
  ...feedsEndpoints,
  ...pushEndpoints,
  ...savedFiltersEndpoints,
  ...homeEndpoints,
  ...collectionsEndpoints,
  ...requestsEndpoints,
  ...downloadListsEndpoints,
};

export const endpoints = {
  ...deferredEndpoints,
  ...siteEndpoints,
  ...accountsEndpoints,
  ...passkeyLoginEndpoints,
  ...membersEndpoints,
  ...preferencesEndpoints,
  ...invitationsEndpoints,
  ...settingsEndpoints,
  ...checklistEndpoints,
  ...metadataEndpoints,
  ...notificationsEndpoints,
  ...mailServerEndpoints,
  ...outboxEndpoints,
  ...webhooksEndpoints,
  ...auditEndpoints,
  ...tempFilesEndpoints,
  ...storageEndpoints,
  ...backupsEndpoints,
  ...virusScansEndpoints,
  ...monitoringEndpoints,
  ...gamesEndpoints,
  ...marksEndpoints,
  ...alertsEndpoints,
  ...adminGamesEndpoints,
  ...bulkChangesEndpoints,
  ...matchesEndpoints,
  ...uploadsEndpoints,
  ...extrasEndpoints,
  ...contributionsEndpoints,
  ...cheatsEndpoints,
  ...sanitizationEndpoints,
  ...platformsEndpoints,
  ...downloadsEndpoints,
  ...downloadActivityEndpoints,
  ...artworkEndpoints,
  ...libraryFolderEndpoints,
  ...libraryItemEndpoints,
} as const satisfies Record<string, AnyEndpoint>;

export type Endpoints = typeof endpoints;
