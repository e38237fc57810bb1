// The types of the database. Each table's type belongs to a house and stands in its `tables.ts`. Columns are camelCase in SQL
// too, so rows need no mapping. Times are ISO 8601 text in UTC, which sorts correctly. A state is stored as the time it began
// (`approvedAt`), or null.

import type { Generated, Kysely, Transaction } from 'kysely';
import type {
  AuditEntriesTable,
  BackupsTable,
  GameUsageTable,
  LibraryTable,
  SettingsTable,
  StorageChecksTable,
  StorageProblemsTable,
  StorageSamplesTable,
} from '#admin/tables.ts';
import type {
  CollectionGamesTable,
  CollectionsTable,
  ContributionsTable,
  FeedsTable,
  GameLikesTable,
  GameMarksTable,
  GameRequestsTable,
  NightAnswersTable,
  RequestCandidatesTable,
  RequestCommentsTable,
  RequestRefusalsTable,
  RequestVotesTable,
  SavedFiltersTable,
  VisitsTable,
} from '#club/tables.ts';
import type {
  ExportedFilesTable,
  ExportedGamesTable,
  LibraryFoldersTable,
  LibraryItemFilesTable,
  LibraryItemsTable,
  LibraryItemZipsTable,
  LibraryProblemsTable,
  LibraryTreatmentsTable,
} from '#folders/tables.ts';
import type {
  ArtworkRemovalsTable,
  ArtworksTable,
  BulkChangedGamesTable,
  BulkChangesTable,
  CheatFilesTable,
  GameChangesTable,
  GameGenresTable,
  GameMatchesTable,
  GameMediaTable,
  GamesTable,
  LearnedNamesTable,
  MetadataKeysTable,
  MetadataProvidersTable,
  OwnPlatformsTable,
  ReplacedPicturesTable,
  SanitizationRulesTable,
  SavedCataloguesTable,
  SpellingRulesTable,
} from '#games/tables.ts';
import type {
  AlertStatesTable,
  AlertsTable,
  DigestStateTable,
  MailServerTable,
  MailsTable,
  PushMessagesTable,
  PushSubscriptionsTable,
  WebhookDeliveriesTable,
  WebhooksTable,
} from '#messages/tables.ts';
import type {
  AccountLinksTable,
  ApiTokensTable,
  AuthenticatorAppsTable,
  InvitationsTable,
  KnownDevicesTable,
  KnownNetworksTable,
  LoginChallengesTable,
  OidcLinksTable,
  OidcLoginsTable,
  OidcLogoutsTable,
  OidcProvidersTable,
  OidcResultsTable,
  PasskeyChallengesTable,
  PasskeysTable,
  RecoveryCodesTable,
  SessionsTable,
  TrustedDevicesTable,
  UsersTable,
} from '#people/tables.ts';
import type {
  ChunkRequestsTable,
  DigestClaimsTable,
  DownloadListsTable,
  DownloadsTable,
  DownloadUseTable,
  FilePiecesTable,
  GameExtrasTable,
  GameFilesTable,
  MemberLimitsTable,
  NodeTransfersTable,
  RemovalHoldsTable,
  RemovalsTable,
  StoredAheadTable,
  TicketsTable,
  UploadChunksTable,
  UploadsTable,
  VirusScansTable,
} from '#transfer/tables.ts';

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
