// The addresses of the web pages. The page's router uses them, and the server answers other addresses with 404.

/** `:name` is a parameter, and `:name?` an optional one. */
export const pagePaths = {
  home: '/',
  games: '/games',
  game: '/game/:id?',
  login: '/login',
  secondStep: '/login/second-step',
  /** Where a login through a provider ends. */
  finishLogin: '/login/oidc',
  linkLogin: '/login/link',
  verifyEmail: '/verify-email',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  unsubscribe: '/unsubscribe',
  account: '/account',
  requests: '/requests',
  request: '/requests/:id?',
  collections: '/collections',
  collection: '/collections/:id?',
  contribute: '/contribute',
  setup: '/setup',
  admin: '/admin',
  currentUploads: '/admin/current-uploads',
  adminGame: '/admin/game/:id?',
  libraryReview: '/admin/library',
  matchReview: '/admin/matches',
} as const;

const patterns = Object.values(pagePaths).map(
  (path) => new RegExp(`^${path.replace(/\/:\w+\?/g, '(/[^/]+)?').replace(/\/$/, '')}/?$`, 'i'),
);

/** True if a path (without a query) is the address of a page. Like the router, ignores case and a slash at the end. */
export function isPage(path: string): boolean {
  return patterns.some((pattern) => pattern.test(path));
}
