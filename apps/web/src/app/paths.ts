// Every URL of the page, once. Imports nothing, so that pages and features may import it.
export const paths = {
  home: '/',
  games: '/games',
  game: '/game/:id?',
  login: '/login',
  verifyEmail: '/verify-email',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  account: '/account',
  setup: '/setup',
  admin: '/admin',
} as const;

/** A game's own page. */
export function gamePath(id: string): string {
  return `/game/${encodeURIComponent(id)}`;
}
