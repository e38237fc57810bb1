// The addresses of the web page's own pages. The page routes by them; the server answers every other address with 404.

/** With `:name` for a parameter and `?` behind what may be missing. */
export const pagePaths = {
  home: '/',
  games: '/games',
  game: '/game/:id?',
  login: '/login',
  verifyEmail: '/verify-email',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  unsubscribe: '/unsubscribe',
  account: '/account',
  setup: '/setup',
  admin: '/admin',
  currentUploads: '/admin/current-uploads',
  adminGame: '/admin/game/:id?',
} as const;

const patterns = Object.values(pagePaths).map(
  (path) => new RegExp(`^${path.replace(/\/:\w+\?/g, '(/[^/]+)?').replace(/\/$/, '')}/?$`, 'i'),
);

/** Whether a path (without its query) is the address of a page. Case and a slash at the end do not matter, as in the router. */
export function isPage(path: string): boolean {
  return patterns.some((pattern) => pattern.test(path));
}
