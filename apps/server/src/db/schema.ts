// The types of the database. Each table's type belongs to a house and stands in its `x.table.ts`. Columns are camelCase in SQL
// too, so rows need no mapping. Times are ISO 8601 text in UTC, which sorts correctly. A state is stored as the time it began
// (`approvedAt`), or null.

import type { Generated, Kysely, Transaction } from 'kysely';
import type { AuditEntriesTable } from '#admin/audit.table.ts';
import type { BackupsTable } from '#admin/backup/backups.table.ts';
import type { SettingsTable } from '#admin/settings.table.ts';
import type { GameUsageTable } from '#admin/storage-report/games/game-usage.table.ts';
import type { StorageSamplesTable } from '#admin/storage-report/places/storage-samples.table.ts';
import type {
  LibraryTable,
  StorageChecksTable,
  StorageProblemsTable,
} from '#admin/storage-report/storage-checks.table.ts';
import type {
  CollectionGamesTable,
  CollectionsTable,
  NightAnswersTable,
} from '#club/collections/collections.table.ts';
import type { ContributionsTable } from '#club/contributions/contributions.table.ts';
import type { FeedsTable } from '#club/feeds/feeds.table.ts';
import type { GameLikesTable, GameMarksTable, VisitsTable } from '#club/marks.table.ts';
import type {
  GameRequestsTable,
  RequestCandidatesTable,
  RequestCommentsTable,
  RequestRefusalsTable,
  RequestVotesTable,
} from '#club/requests/requests.table.ts';
import type { SavedFiltersTable } from '#club/saved-filters.table.ts';
import type { ExportedFilesTable, ExportedGamesTable } from '#folders/export/exported-games.table.ts';
import type {
  LibraryFoldersTable,
  LibraryItemFilesTable,
  LibraryItemsTable,
  LibraryItemZipsTable,
  LibraryProblemsTable,
  LibraryTreatmentsTable,
} from '#folders/folders.table.ts';
import type { ArtworkRemovalsTable, ArtworksTable } from '#games/artwork/artwork.table.ts';
import type { BulkChangedGamesTable, BulkChangesTable } from '#games/bulk-changes/bulk-changes.table.ts';
import type { GameChangesTable } from '#games/catalogue/game-changes.table.ts';
import type { SavedCataloguesTable } from '#games/catalogue/saved-catalogues.table.ts';
import type { CheatFilesTable } from '#games/cheats/cheats.table.ts';
import type { GameGenresTable, GameMediaTable, GamesTable } from '#games/games.table.ts';
import type {
  GameMatchesTable,
  LearnedNamesTable,
  MetadataKeysTable,
  MetadataProvidersTable,
  ReplacedPicturesTable,
} from '#games/metadata/metadata.table.ts';
import type { OwnPlatformsTable } from '#games/platforms/platforms.table.ts';
import type { SanitizationRulesTable } from '#games/sanitization/sanitization.table.ts';
import type { SpellingRulesTable } from '#games/spellings/spelling-rules.table.ts';
import type { AlertStatesTable, AlertsTable } from '#messages/alerts/alerts.table.ts';
import type { DigestStateTable } from '#messages/digests/digest-state.table.ts';
import type { MailsTable } from '#messages/emails/mails.table.ts';
import type { MailServerTable } from '#messages/mail-server/mail-server.table.ts';
import type { PushMessagesTable, PushSubscriptionsTable } from '#messages/push/push.table.ts';
import type { WebhookDeliveriesTable, WebhooksTable } from '#messages/webhooks/webhooks.table.ts';
import type { AccountLinksTable } from '#people/accounts/account-links.table.ts';
import type { ApiTokensTable } from '#people/api-tokens/api-tokens.table.ts';
import type { KnownDevicesTable, KnownNetworksTable, SessionsTable } from '#people/auth/sessions.table.ts';
import type {
  OidcLinksTable,
  OidcLoginsTable,
  OidcLogoutsTable,
  OidcProvidersTable,
  OidcResultsTable,
} from '#people/login-providers/oidc.table.ts';
import type { InvitationsTable } from '#people/members/invitations.table.ts';
import type { UsersTable } from '#people/members/users.table.ts';
import type { PasskeyChallengesTable, PasskeysTable } from '#people/passkeys/passkeys.table.ts';
import type {
  AuthenticatorAppsTable,
  LoginChallengesTable,
  RecoveryCodesTable,
  TrustedDevicesTable,
} from '#people/second-factor/second-factor.table.ts';
import type {
  DownloadListsTable,
  DownloadsTable,
  TicketsTable,
} from '#transfer/downloads/downloads.table.ts';
import type {
  DigestClaimsTable,
  FilePiecesTable,
  GameExtrasTable,
  GameFilesTable,
  RemovalHoldsTable,
  RemovalsTable,
  StoredAheadTable,
} from '#transfer/files/files.table.ts';
import type {
  DownloadUseTable,
  MemberLimitsTable,
  NodeTransfersTable,
} from '#transfer/limits/limits.table.ts';
import type { ChunkRequestsTable, UploadChunksTable, UploadsTable } from '#transfer/uploads/uploads.table.ts';
import type { VirusScansTable } from '#transfer/virus-scans/virus-scans.table.ts';

export interface RateLimitsTable {
  key: string;
  count: number;
  endsAt: string;
}

export interface JobsTable {
  name: string;
  holder: string | null;
  leaseUntil: string | null;
  lastRunAt: string | null;
  lastSuccessAt: string | null;
  lastError: string | null;
}

export interface NodesTable {
  id: string;
  /** The same for equal keys, and reveals nothing about the key. Null until the node has created its key. */
  secretCheck: string | null;
  /** The name of the node's machine. Null: of an earlier version. */
  host: Generated<string | null>;
  startedAt: string;
  /** After this time, the node counts as dead. */
  seenUntil: string;
}

export interface Schema {
  users: UsersTable;
  sessions: SessionsTable;
  knownDevices: KnownDevicesTable;
  apiTokens: ApiTokensTable;
  knownNetworks: KnownNetworksTable;
  authenticatorApps: AuthenticatorAppsTable;
  recoveryCodes: RecoveryCodesTable;
  loginChallenges: LoginChallengesTable;
  trustedDevices: TrustedDevicesTable;
  passkeys: PasskeysTable;
  passkeyChallenges: PasskeyChallengesTable;
  oidcProviders: OidcProvidersTable;
  oidcLinks: OidcLinksTable;
  oidcLogins: OidcLoginsTable;
  oidcResults: OidcResultsTable;
  oidcLogouts: OidcLogoutsTable;
  accountLinks: AccountLinksTable;
  invitations: InvitationsTable;
  mails: MailsTable;
  mailServer: MailServerTable;
  webhooks: WebhooksTable;
  webhookDeliveries: WebhookDeliveriesTable;
  auditEntries: AuditEntriesTable;
  rateLimits: RateLimitsTable;
  settings: SettingsTable;
  games: GamesTable;
  gameChanges: GameChangesTable;
  savedCatalogues: SavedCataloguesTable;
  artworks: ArtworksTable;
  artworkRemovals: ArtworkRemovalsTable;
  gameGenres: GameGenresTable;
  gameMedia: GameMediaTable;
  gameFiles: GameFilesTable;
  gameExtras: GameExtrasTable;
  cheatFiles: CheatFilesTable;
  removals: RemovalsTable;
  removalHolds: RemovalHoldsTable;
  storedAhead: StoredAheadTable;
  library: LibraryTable;
  libraryFolders: LibraryFoldersTable;
  libraryTreatments: LibraryTreatmentsTable;
  libraryProblems: LibraryProblemsTable;
  libraryItems: LibraryItemsTable;
  libraryItemFiles: LibraryItemFilesTable;
  exportedGames: ExportedGamesTable;
  exportedFiles: ExportedFilesTable;
  libraryItemZips: LibraryItemZipsTable;
  uploads: UploadsTable;
  uploadChunks: UploadChunksTable;
  chunkRequests: ChunkRequestsTable;
  gameMarks: GameMarksTable;
  gameLikes: GameLikesTable;
  visits: VisitsTable;
  savedFilters: SavedFiltersTable;
  alerts: AlertsTable;
  alertStates: AlertStatesTable;
  pushSubscriptions: PushSubscriptionsTable;
  pushMessages: PushMessagesTable;
  collections: CollectionsTable;
  collectionGames: CollectionGamesTable;
  nightAnswers: NightAnswersTable;
  contributions: ContributionsTable;
  downloads: DownloadsTable;
  tickets: TicketsTable;
  downloadLists: DownloadListsTable;
  memberLimits: MemberLimitsTable;
  downloadUse: DownloadUseTable;
  nodeTransfers: NodeTransfersTable;
  sanitizationRules: SanitizationRulesTable;
  ownPlatforms: OwnPlatformsTable;
  storageChecks: StorageChecksTable;
  storageProblems: StorageProblemsTable;
  storageSamples: StorageSamplesTable;
  gameUsage: GameUsageTable;
  metadataKeys: MetadataKeysTable;
  metadataProviders: MetadataProvidersTable;
  gameMatches: GameMatchesTable;
  learnedNames: LearnedNamesTable;
  replacedPictures: ReplacedPicturesTable;
  bulkChanges: BulkChangesTable;
  bulkChangedGames: BulkChangedGamesTable;
  spellingRules: SpellingRulesTable;
  digestState: DigestStateTable;
  feeds: FeedsTable;
  jobs: JobsTable;
  nodes: NodesTable;
  digestClaims: DigestClaimsTable;
  filePieces: FilePiecesTable;
  backups: BackupsTable;
  virusScans: VirusScansTable;
  gameRequests: GameRequestsTable;
  requestCandidates: RequestCandidatesTable;
  requestRefusals: RequestRefusalsTable;
  requestVotes: RequestVotesTable;
  requestComments: RequestCommentsTable;
}

/** The database, or a transaction on it. */
export type Db = Kysely<Schema>;

/** For functions that must run inside a transaction. */
export type Trx = Transaction<Schema>;
