// What the command palette offers besides games: pages the user may open, and commands.
import { foldText } from '@cellar/contract/rules/sort.ts';
import { type Audience, isFor } from '#app/shortcuts/shortcuts.ts';
import { paths } from '#lib/paths.ts';

export interface PaletteEntry {
  id: string;
  label: string;
  /** Shown dimmed after the label. */
  note?: string | undefined;
  keys?: string | undefined;
  kind: 'games' | 'pages' | 'commands';
  run(): void;
}

export interface PalettePage {
  to: string;
  text: 'home' | 'games' | 'collections' | 'requests' | 'account' | 'admin' | 'login' | 'register';
  keys?: string;
}

const pages: readonly (PalettePage & { for: Audience | 'visitors' })[] = [
  { to: paths.home, text: 'home', keys: 'g h', for: 'everyone' },
  { to: paths.games, text: 'games', keys: 'g g', for: 'members' },
  { to: paths.collections, text: 'collections', keys: 'g c', for: 'members' },
  { to: paths.requests, text: 'requests', for: 'members' },
  { to: paths.account, text: 'account', keys: 'g a', for: 'members' },
  { to: paths.admin, text: 'admin', keys: 'g d', for: 'admins' },
  { to: paths.login, text: 'login', for: 'visitors' },
  { to: `${paths.login}?register=true`, text: 'register', for: 'visitors' },
];

export function pagesFor(session: { isAdmin: boolean } | undefined): readonly PalettePage[] {
  return pages.filter((page) => (page.for === 'visitors' ? !session : isFor(page.for, session)));
}

/** Keeps entries whose label contains every word of the term, ignoring case and accents. */
export function matching(entries: readonly PaletteEntry[], term: string): PaletteEntry[] {
  const words = foldText(term).split(' ');
  return entries.filter(({ label }) => words.every((word) => foldText(label).includes(word)));
}
