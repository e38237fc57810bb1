// Every URL of the page, once. Imports nothing, so that pages and features may import it.
export const paths = {
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

/** A game's own page. */
export function gamePath(id: string): string {
  return `/game/${encodeURIComponent(id)}`;
}

/** Where an admin edits a game. */
export function adminGamePath(id: string): string {
  return `/admin/game/${encodeURIComponent(id)}`;
}

/** A tab of the account page. */
export function accountTabPath(tab: 'downloads' | 'history' | 'preferences'): string {
  return `${paths.account}?tab=${tab}`;
}

/** A tab of the admin's page. */
export function adminTabPath(tab: 'tools'): string {
  return `${paths.admin}?tab=${tab}`;
}
