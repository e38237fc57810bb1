// Every path of the web app.
import { pagePaths } from '@cellar/contract/rules/page-paths.ts';

export const paths = pagePaths;

/** Whether arrow keys move the focus on this page. Elsewhere they scroll as usual. */
export function isLibraryPath(pathname: string): boolean {
  const isBelow = (path: string) => pathname === path || pathname.startsWith(`${path}/`);
  return pathname === paths.home || [paths.games, '/game', paths.collections].some(isBelow);
}

/** Returns the path of the games for a platform. */
export function platformGamesPath(platform: string): string {
  return `${paths.games}?platform=${encodeURIComponent(platform)}`;
}

/** Returns the path that offers to link a login of a provider, and then leads to `to`. */
export function linkLoginPath(to: string | undefined): string {
  return to === undefined ? paths.linkLogin : `${paths.linkLogin}?${new URLSearchParams({ to })}`;
}

/** Returns the path of a game's own page. */
export function gamePath(id: string): string {
  return `/game/${encodeURIComponent(id)}`;
}

/** Returns the path of a collection. */
export function collectionPath(id: string): string {
  return `${paths.collections}/${encodeURIComponent(id)}`;
}

/** Returns the path of a request for a game. */
export function requestPath(id: string): string {
  return `${paths.requests}/${encodeURIComponent(id)}`;
}

/** Returns the path that opens the dialog for a new request, with this title. */
export function newRequestPath(title: string): string {
  return `${paths.requests}?${new URLSearchParams({ new: title })}`;
}

/** Returns the path of the page on which a contributor adds files to a game. */
export function contributeToPath(gameId: string): string {
  return `${paths.contribute}?${new URLSearchParams({ game: gameId })}`;
}

/** Returns the path of the page on which an admin edits a game. */
export function adminGamePath(id: string): string {
  return `/admin/game/${encodeURIComponent(id)}`;
}

/** Returns the path of a tab of the account page. */
export function accountTabPath(tab: 'downloads' | 'history' | 'preferences' | 'security'): string {
  return `${paths.account}?tab=${tab}`;
}

export type ToolsSection = 'health' | 'storage' | 'files' | 'backups' | 'email' | 'log';

/** Returns the path of a section of Tools. */
export function toolsPath(section: ToolsSection): string {
  return `${paths.admin}?tab=tools&section=${section}`;
}

/** The parts of the admin page that links lead to. Their elements have these ids. */
export const adminParts = {
  addGame: { id: 'add-game', path: `${paths.admin}#add-game` },
  libraryFolders: { id: 'library-folders', path: `${paths.admin}#library-folders` },
  contributions: { id: 'contributions', path: `${paths.admin}#contributions` },
  backups: { id: 'backups', path: `${toolsPath('backups')}#backups` },
  outbox: { id: 'outbox', path: `${toolsPath('email')}#outbox` },
  invitations: { id: 'invitations', path: `${paths.admin}?tab=users#invitations` },
} as const;

/** Returns the path of a section of Admin Settings. */
export function settingsPath(section: string): string {
  return `${paths.admin}?tab=settings&section=${encodeURIComponent(section)}`;
}

/** Returns the path of the downloads of the member with this email address. */
export function activityPath(member: string): string {
  return `${paths.admin}?${new URLSearchParams({ tab: 'activity', member })}`;
}

/** Returns the path of the review of matches, with the games in this state. */
export function matchReviewPath(state: string): string {
  return state === 'review' ? paths.matchReview : `${paths.matchReview}?${new URLSearchParams({ state })}`;
}

/** Returns the path of the list of found games, with this filter. */
export function libraryReviewPath(filter: { folder?: string; state?: string; show?: string }): string {
  return `${paths.libraryReview}?${new URLSearchParams(filter)}`;
}
