// The shortcuts that work on every page, as data. use-shortcuts.ts listens for them, and the key help lists them.
import type { KeyRow } from '#ui/use-keys.ts';

/** The dialogs that a shortcut can open. */
export type Panel = 'help' | 'palette';

export interface PanelProps {
  onClose(): void;
  /** Opens the other panel. */
  onOpen(panel: Panel): void;
}

export type Audience = 'everyone' | 'members' | 'admins';

export const shortcuts = [
  { keys: ['?'], text: 'help', for: 'everyone' },
  { keys: ['mod+k'], text: 'palette', for: 'everyone' },
  { keys: ['/'], text: 'search', for: 'members' },
  { keys: ['g h'], text: 'home', for: 'everyone' },
  { keys: ['g g'], text: 'games', for: 'members' },
  { keys: ['g c'], text: 'collections', for: 'members' },
  { keys: ['g a'], text: 'account', for: 'members' },
  { keys: ['g d'], text: 'admin', for: 'admins' },
] as const satisfies (KeyRow & { for: Audience })[];

export function isFor(audience: Audience, session: { isAdmin: boolean } | undefined): boolean {
  if (audience === 'everyone') return true;
  return audience === 'members' ? session !== undefined : session?.isAdmin === true;
}
