// All keyboard shortcuts except those of the game grid, as data. use-shortcuts.ts listens for them, and the key help
// lists them.
import { paths } from '#lib/paths.ts';

/** The dialogs that a shortcut can open. */
export type Panel = 'help' | 'palette';

export interface PanelProps {
  onClose(): void;
  /** Opens the other panel. */
  onOpen(panel: Panel): void;
}

export type Audience = 'everyone' | 'members' | 'admins';

export interface Shortcut {
  /** The key name as returned by lib/keystroke.ts. */
  keys: string;
  text: 'help' | 'palette' | 'search' | 'home' | 'games' | 'collections' | 'account' | 'admin';
  for: Audience;
  does: { open: Panel } | { goTo: string } | 'search';
}

export const shortcuts: readonly Shortcut[] = [
  { keys: '?', text: 'help', for: 'everyone', does: { open: 'help' } },
  { keys: 'mod+k', text: 'palette', for: 'everyone', does: { open: 'palette' } },
  { keys: '/', text: 'search', for: 'members', does: 'search' },
  { keys: 'g h', text: 'home', for: 'everyone', does: { goTo: paths.home } },
  { keys: 'g g', text: 'games', for: 'members', does: { goTo: paths.games } },
  { keys: 'g c', text: 'collections', for: 'members', does: { goTo: paths.collections } },
  { keys: 'g a', text: 'account', for: 'members', does: { goTo: paths.account } },
  { keys: 'g d', text: 'admin', for: 'admins', does: { goTo: paths.admin } },
];

export function isFor(audience: Audience, session: { isAdmin: boolean } | undefined): boolean {
  if (audience === 'everyone') return true;
  return audience === 'members' ? session !== undefined : session?.isAdmin === true;
}

export const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
