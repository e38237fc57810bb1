// The whole API. The server mounts it, and the OpenAPI document is generated from it.
import { accountsEndpoints } from './accounts.endpoints.ts';
import { adminGamesEndpoints } from './admin-games.endpoints.ts';
import { alertsEndpoints } from './alerts.endpoints.ts';
import { apiTokensEndpoints } from './api-tokens.endpoints.ts';
import { artworkEndpoints } from './artwork.endpoints.ts';
import { auditEndpoints } from './audit.endpoints.ts';
import { backupsEndpoints } from './backups.endpoints.ts';
import { bulkChangesEndpoints } from './bulk-changes.endpoints.ts';
import { cheatsEndpoints } from './cheats.endpoints.ts';
import { checklistEndpoints } from './checklist.endpoints.ts';
import { collectionsEndpoints } from './collections.endpoints.ts';
import { contributionsEndpoints } from './contributions.endpoints.ts';
import { downloadActivityEndpoints } from './download-activity.endpoints.ts';
import { downloadLimitsEndpoints } from './download-limits.endpoints.ts';
import { downloadListsEndpoints } from './download-lists.endpoints.ts';
import { downloadsEndpoints } from './downloads.endpoints.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { extrasEndpoints } from './extras.endpoints.ts';
import { feedsEndpoints } from './feeds.endpoints.ts';
import { gamesEndpoints } from './games.endpoints.ts';
import { homeEndpoints } from './home.endpoints.ts';
import { invitationsEndpoints } from './invitations.endpoints.ts';
import { libraryFolderEndpoints, libraryItemEndpoints } from './library.endpoints.ts';
import { loginProvidersEndpoints } from './login-providers.endpoints.ts';
import { mailServerEndpoints } from './mail-server.endpoints.ts';
import { marksEndpoints } from './marks.endpoints.ts';
import { matchesEndpoints } from './matches.endpoints.ts';
import { membersEndpoints } from './members.endpoints.ts';
import { metadataEndpoints } from './metadata.endpoints.ts';
import { monitoringEndpoints } from './monitoring.endpoints.ts';
import { notificationsEndpoints } from './notifications.endpoints.ts';
import { outboxEndpoints } from './outbox.endpoints.ts';
import { passkeyLoginEndpoints, passkeysEndpoints } from './passkeys.endpoints.ts';
import { platformsEndpoints } from './platforms.endpoints.ts';
import { preferencesEndpoints } from './preferences.endpoints.ts';
import { pushEndpoints } from './push.endpoints.ts';
import { requestsEndpoints } from './requests.endpoints.ts';
import { sanitizationEndpoints } from './sanitization.endpoints.ts';
import { savedFiltersEndpoints } from './saved-filters.endpoints.ts';
import { secondFactorEndpoints } from './second-factor.endpoints.ts';
import { settingsEndpoints } from './settings.endpoints.ts';
import { siteEndpoints } from './site.endpoints.ts';
import { storageEndpoints } from './storage.endpoints.ts';
import { tempFilesEndpoints } from './temp-files.endpoints.ts';
import { uploadsEndpoints } from './uploads.endpoints.ts';
import { virusScansEndpoints } from './virus-scans.endpoints.ts';
import { webhooksEndpoints } from './webhooks.endpoints.ts';

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
