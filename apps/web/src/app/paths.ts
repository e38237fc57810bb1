// Every URL of the page. Pages and features may import it.
import { pagePaths } from '@cellar/contract/rules/pages.ts';

export const paths = pagePaths;

/** A game's own page. */
export function gamePath(id: string): string {
  return `/game/${encodeURIComponent(id)}`;
}

/** The page on which an admin edits a game. */
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
