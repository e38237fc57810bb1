// The keys of the query cache that several places use; a query has its own otherwise. Invalidating a key also invalidates
// all longer keys that begin with it.

export const queryKeys = {
  site: ['site'],
  preferences: ['preferences'],
  account: {
    all: ['account'],
    passkeys: ['account', 'passkeys'],
    loginLinks: ['account', 'login-links'],
  },

  games: {
    all: ['games'],
    /** All data derived from several games: lists, filters, searches, home, collections, storage. */
    lists: ['games', 'lists'],
    list: (...list: readonly string[]) => ['games', 'lists', 'catalogue', ...list] as const,
    filters: ['games', 'lists', 'filters'],
    admin: (part: 'page' | 'ids' | 'neighbors', filter: object, of?: number | string) =>
      ['games', 'lists', 'admin', part, filter, of] as const,
    one: (id: string) => ['games', 'one', id] as const,
    spellingRules: ['games', 'spelling-rules'],
  },
  marks: {
    all: ['marks', 'all'],
    of: (gameId: string) => ['marks', 'game', gameId] as const,
  },
  home: ['games', 'lists', 'home'],
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

  activity: ['download-activity'],
  unfinishedUploads: ['unfinished-uploads'],

  matches: {
    all: ['matches'],
    one: (gameId: string) => ['matches', 'one', gameId] as const,
    lists: ['matches', 'list'],
    counts: ['matches', 'counts'],
    waiting: ['matches', 'waiting'],
  },
  learnedNames: ['learned-names'],

  library: {
    all: ['library'],
    folders: ['library', 'folders'],
    items: ['library', 'items'],
  },

  collections: {
    all: ['games', 'lists', 'collections'],
    one: (id: string) => ['games', 'lists', 'collections', 'one', id] as const,
    games: (id: string) => ['games', 'lists', 'collections', 'games', id] as const,
    gamesPage: (id: string, page: number) => ['games', 'lists', 'collections', 'games', id, page] as const,
    order: (id: string) => ['games', 'lists', 'collections', 'order', id] as const,
    night: (id: string) => ['games', 'lists', 'collections', 'night', id] as const,
  },

  contributions: {
    all: ['contributions'],
    ownPages: ['contributions', 'own'],
  },

  requests: {
    lists: ['requests', 'list'],
    ones: ['requests', 'one'],
    one: (id: string) => ['requests', 'one', id] as const,
    comments: (id: string) => ['requests', 'comments', id] as const,
  },

  users: ['users'],
  invitations: ['invitations'],

  settings: ['settings'],
  mailServer: ['mail-server'],
  loginSettings: ['login-settings'],
  webhooks: ['webhooks'],
  metadataSettings: ['metadata-settings'],
  notificationSettings: ['notification-settings'],
  sanitization: {
    all: ['sanitization'],
    rules: ['sanitization', 'rules'],
    order: ['sanitization', 'order'],
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
  storage: ['games', 'lists', 'storage'],
  virusScans: {
    all: ['virus-scans'],
    state: ['virus-scans', 'state'],
  },
  outbox: ['outbox'],
  audit: ['audit'],
} as const;
