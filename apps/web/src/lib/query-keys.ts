// All keys of the query cache. Invalidating a key also invalidates all longer keys that begin with it.

export const queryKeys = {
  site: ['site'],
  preferences: ['preferences'],
  account: {
    all: ['account'],
    profile: ['account', 'profile'],
    sessions: ['account', 'sessions'],
    apiTokens: ['account', 'api-tokens'],
    secondFactor: ['account', 'second-factor'],
    passkeys: ['account', 'passkeys'],
    loginLinks: ['account', 'login-links'],
    loginOffer: ['account', 'login-offer'],
  },
  feed: ['feed'],
  invitation: (invite: string) => ['invitation', invite] as const,
  loginCode: (code: string) => ['login-code', code] as const,
  verification: (token: string) => ['verification', token] as const,
  subscription: (token: string) => ['subscription', token] as const,

  games: {
    all: ['games'],
    /** All data derived from several games: lists, filters, searches, home, collections, storage. */
    lists: ['games', 'lists'],
    list: (...list: readonly string[]) => ['games', 'lists', 'catalogue', ...list] as const,
    filters: ['games', 'lists', 'filters'],
    letters: (...list: readonly string[]) => ['games', 'lists', 'letters', ...list] as const,
    admin: (part: 'page' | 'ids' | 'neighbors', filter: object, of?: number | string) =>
      ['games', 'lists', 'admin', part, filter, of] as const,
    found: (search: string) => ['games', 'lists', 'found', search] as const,
    one: (id: string) => ['games', 'one', id] as const,
    summary: (ids: readonly string[]) => ['games', 'summary', ids] as const,
    spellings: (kind: string, search: string) => ['games', 'spellings', kind, search] as const,
    mergePreview: (merge: object) => ['games', 'merge-preview', merge] as const,
    bulkChanges: ['games', 'bulk-changes'],
    spellingRules: ['games', 'spelling-rules'],
  },
  marks: {
    all: ['marks', 'all'],
    of: (gameId: string) => ['marks', 'game', gameId] as const,
  },
  visit: ['visit'],
  home: ['games', 'lists', 'home'],
  /** What this browser keeps. */
  keptShelves: ['kept-shelves'],
  worker: ['worker'],
  push: ['push'],
  savedFilters: ['saved-filters'],
  alerts: {
    list: ['alerts', 'list'],
    unread: ['alerts', 'unread'],
  },
  limits: {
    all: ['limits'],
    own: ['limits', 'own'],
    site: ['limits', 'site'],
    user: (id: string) => ['limits', 'user', id] as const,
  },
  downloadPlan: (choice: object) => ['download-plan', choice] as const,
  singleFiles: (list: object) => ['single-files', list] as const,
  filePieces: (file: object) => ['file-pieces', file] as const,
  cheatDownload: (id: string) => ['cheat-download', id] as const,

  activity: {
    all: ['download-activity'],
    own: (page: number) => ['download-activity', 'own', page] as const,
    log: (filter: object) => ['download-activity', 'log', filter] as const,
    stats: (days: number) => ['download-activity', 'stats', days] as const,
    running: ['download-activity', 'running'],
  },
  unfinishedUploads: {
    all: ['unfinished-uploads'],
    list: (filter: object) => ['unfinished-uploads', filter] as const,
  },

  matches: {
    all: ['matches'],
    one: (gameId: string) => ['matches', 'one', gameId] as const,
    lists: ['matches', 'list'],
    list: (state: string) => ['matches', 'list', state] as const,
    counts: ['matches', 'counts'],
    waiting: ['matches', 'waiting'],
  },
  learnedNames: {
    all: ['learned-names'],
    list: (page: number) => ['learned-names', page] as const,
  },
  matchSearch: (gameId: string, title: string) => ['match-search', gameId, title] as const,
  matchOffer: (gameId: string, matchId: string) => ['match-offer', gameId, matchId] as const,

  library: {
    all: ['library'],
    folders: ['library', 'folders'],
    browse: (path: string) => ['library', 'browse', path] as const,
    problems: (folderId: string) => ['library', 'problems', folderId] as const,
    contents: (folderId: string) => ['library', 'contents', folderId] as const,
    items: ['library', 'items'],
    itemList: (filter: object) => ['library', 'items', filter] as const,
  },

  collections: {
    all: ['games', 'lists', 'collections'],
    list: (show: string, page: number) => ['games', 'lists', 'collections', 'list', show, page] as const,
    home: ['games', 'lists', 'collections', 'home'],
    one: (id: string) => ['games', 'lists', 'collections', 'one', id] as const,
    games: (id: string) => ['games', 'lists', 'collections', 'games', id] as const,
    gamesPage: (id: string, page: number) => ['games', 'lists', 'collections', 'games', id, page] as const,
    order: (id: string) => ['games', 'lists', 'collections', 'order', id] as const,
    night: (id: string) => ['games', 'lists', 'collections', 'night', id] as const,
    nightGames: (id: string) => ['games', 'lists', 'collections', 'night-games', id] as const,
    editable: (game: string | undefined) => ['games', 'lists', 'collections', 'editable', game] as const,
    found: (search: string) => ['games', 'lists', 'to-collect', search] as const,
  },

  contributions: {
    all: ['contributions'],
    list: (show: string, page: number) => ['contributions', 'list', show, page] as const,
    waiting: ['contributions', 'waiting'],
    ownPages: ['contributions', 'own'],
    own: (page: number) => ['contributions', 'own', page] as const,
  },

  requests: {
    lists: ['requests', 'list'],
    list: (filter: object) => ['requests', 'list', filter] as const,
    ones: ['requests', 'one'],
    one: (id: string) => ['requests', 'one', id] as const,
    comments: (id: string) => ['requests', 'comments', id] as const,
    games: (title: string) => ['games', 'lists', 'of-request', title] as const,
    candidates: (title: string) => ['requests', 'candidates', title] as const,
  },

  users: {
    all: ['users'],
    list: (filter: object) => ['users', 'list', filter] as const,
    waiting: ['users', 'waiting'],
    admins: ['users', 'admins'],
  },
  invitations: ['invitations'],

  settings: ['settings'],
  mailServer: ['mail-server'],
  loginSettings: ['login-settings'],
  webhooks: {
    all: ['webhooks'],
    list: ['webhooks', 'list'],
    deliveries: (id: string, page: number) => ['webhooks', 'deliveries', id, page] as const,
  },
  metadataSettings: ['metadata-settings'],
  notificationSettings: ['notification-settings'],
  notificationPreview: (sample: object) => ['notification-preview', sample] as const,
  sanitization: {
    all: ['sanitization'],
    rules: ['sanitization', 'rules'],
    order: ['sanitization', 'order'],
    titles: (draft: object) => ['sanitization', 'titles', draft] as const,
    library: (draft: object) => ['sanitization', 'library', draft] as const,
  },

  platforms: {
    all: ['platforms'],
    list: ['platforms', 'list'],
    order: ['platforms', 'order'],
  },

  /** One of its steps is the first game. */
  checklist: ['games', 'lists', 'checklist'],
  health: ['health'],
  tempStatus: ['temp-status'],
  storage: {
    all: ['games', 'lists', 'storage'],
    usage: (since: string | undefined) => ['games', 'lists', 'storage', 'usage', since] as const,
    check: ['games', 'lists', 'storage', 'check'],
    games: (filter: object) => ['games', 'lists', 'storage', 'games', filter] as const,
    duplicates: (page: number) => ['games', 'lists', 'storage', 'duplicates', page] as const,
  },
  backups: ['backups'],
  virusScans: {
    all: ['virus-scans'],
    state: ['virus-scans', 'state'],
    findings: (page: number) => ['virus-scans', 'findings', page] as const,
  },
  outbox: {
    all: ['outbox'],
    list: (filter: object) => ['outbox', 'list', filter] as const,
    mail: (id: string) => ['outbox', 'mail', id] as const,
  },
  audit: {
    all: ['audit'],
    list: (page: number) => ['audit', page] as const,
  },
} as const;
