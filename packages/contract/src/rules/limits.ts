// The constants of specification section 9. Their names contain their units.
const MB = 1024 ** 2;
const GB = 1024 ** 3;

export const limits = {
  concurrentUploads: 2,
  concurrentChunks: 3,
  chunkRetries: 3,
  chunkRetryDelayMs: 5000,
  chunkDelayMs: 500,
  progressCapPercent: 99,
  apiTimeoutMs: 60_000,
  downloadStartDelayMs: 500,
  downloadRetries: 3,
  downloadRetryDelayMs: 3000,
  downloadResetDelayMs: 1000,
  completedDownloadShownMs: 3000,
  failedDownloadShownMs: 5000,
  toastMs: 5000,
  messageMs: 3000,
  metadataErrorMs: 5000,
  scrollThreshold: 0.8,
  scrollThrottleMs: 150,
  fetchDebounceMs: 100,
  firstFetchDebounceMs: 300,
  appendDelayMs: 100,
  firstSkeletons: 12,
  moreSkeletons: 6,
  gamesPerPage: 24,
  gamesPerPageMax: 1000,
  /** The games with similar titles that follow a search that has found less than a page. */
  similarTitles: 24,
  /** UTF-16 units. */
  noteMax: 4000,
  marksPerMember: 20_000,
  savedFilters: 50,
  passkeys: 20,
  /** Of each kind: platforms, genres and so on. */
  valuesPerFilter: 50,
  gamesPerShelf: 18,
  /** A visit ends when the member was away for so long. */
  visitGapMs: 4 * 60 * 60_000,
  adminGamesPerPage: 60,
  adminGamesPerPageMax: 200,
  /** The most games that one selection takes from a filter. */
  adminGameIdsMax: 10_000,
  adminFirstCheckMs: 100,
  verificationRedirectMs: 3000,
  verificationFlagMs: 5 * 60_000,
  /** UTF-16 units. */
  gameDescriptionMax: 20_000,
  matchSummaryMax: 100,
  genresPerGame: 20,
  imagesPerGame: 40,
  videosPerGame: 20,
  cheatFileMaxBytes: 2 * GB,
  cheatDownloadTimeoutMs: 300_000,
  retentionMin: 5,
  retentionMax: 100,
  retentionStep: 5,
  retentionDefault: 30,
  passwordMin: 6,
  passwordMax: 256,
  /** Characters of a secret that the server hands out and gets back. */
  returnedSecretMax: 1000,
  tempRefreshMs: 30_000,
  /** UTF-16 units. */
  customMessageMax: 2000,
  gamesInBatchPreview: 3,
  sanitizationRules: 99,
  ruleFindMax: 800,
  ruleReplaceMax: 200,
  ruleDescriptionMax: 200,
  /** The longest text to which rules are applied. File names have at most 255 characters. */
  ruleSampleMax: 300,
  ownPlatforms: 100,
  aliasesPerPlatform: 20,
  gamesPerBulkChange: 10_000,
  gamesPerDownloadList: 500,
  /** Of an unfinished upload, in one answer. */
  storedChunksPerAnswer: 1000,
  /** Kept free on each disk, or a sixteenth of a small one. */
  diskReserveBytes: 64 * MB,
  auditDays: 365,
  /** For how long sent emails are listed. */
  mailDays: 90,
  /** The backups that the schedule keeps. */
  backupsKept: 7,
  /** The days that must be recorded before the page forecasts when a disk is full. */
  forecastDays: 14,
  /** Requests of one member that wait for their game. */
  waitingRequestsPerMember: 20,
  requestsPerHour: 20,
  requestCommentsPerHour: 30,
  /** Searches for a title at the metadata providers: of one member, and of all. */
  requestSearchesPerHour: 40,
  requestSearchesPerHourOfAll: 400,
  requestsPerPage: 24,
  requestCommentsPerPage: 20,
  /** UTF-16 units. */
  requestNoteMax: 1000,
  requestReasonMax: 500,
  requestCommentMax: 2000,
  /** Files of one contributor that wait for review or are being uploaded. */
  waitingFilesPerContributor: 50,
  contributionsPerPage: 24,
  /** UTF-16 units. */
  contributionReasonMax: 500,
  alertsPerPage: 20,
  /** Of one member. Older ones are deleted, as are all after so many days. */
  alertsPerMember: 100,
  alertDays: 90,
  /** The browsers of one member that get push messages. A further one replaces the one that was added first. */
  pushBrowsersPerMember: 10,
  /** Named ranges of addresses. */
  places: 50,
  apiTokensPerMember: 50,
  apiTokensPerHour: 100,
  collectionsPerMember: 100,
  clubCollections: 200,
  gamesPerCollection: 1000,
  /** In one request. */
  gamesPerAddition: 500,
  collectionsPerPage: 24,
  collectionGamesPerPage: 60,
  /** Of the games of a LAN night, with those who have them. */
  nightGamesPerPage: 24,
  /** Who can come to one LAN night. */
  nightGuests: 100,
  /** The home page announces LAN nights so many days before. */
  nightAnnouncedDays: 30,
  /** UTF-16 units. */
  collectionNameMax: 60,
  collectionDescriptionMax: 2000,
  collectionPlaceMax: 120,
} as const;

/** Files larger than `above` bytes are sent in chunks of `chunk` bytes. The first matching row applies. */
export const chunkTable = [
  { above: 5 * GB, chunk: 100 * MB },
  { above: 2 * GB, chunk: 50 * MB },
  { above: 1 * GB, chunk: 25 * MB },
  { above: 0, chunk: 10 * MB },
] as const;
