// The commands with which an admin edits a game: the one whose page is open, and those that the palette has found.
import type { GameListItem } from '@cellar/contract/games/games.ts';
import { useTranslation } from 'react-i18next';
import { matchPath, useLocation, useNavigate } from 'react-router';
import { adminGamePath } from '#lib/paths.ts';
import { useSession } from '#people/auth/session-context.ts';
import { matching, type PaletteEntry } from './palette-entries.ts';

/** Further games would push the other commands out of sight. */
const offered = 3;

export function useEditEntries(found: readonly GameListItem[], term: string): PaletteEntry[] {
  const { t } = useTranslation('shortcuts');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const openId = matchPath('/game/:id', pathname)?.params.id;
  if (!useSession()?.isAdmin) return [];
  const entryOf = (id: string, label: string, state?: object): PaletteEntry => ({
    id: `edit-${id}`,
    kind: 'commands',
    label,
    run: () => void navigate(adminGamePath(id), { state }),
  });
  const open = openId ? [{ ...entryOf(openId, t('does.edit'), { isFromGame: true }), keys: 'e' }] : [];
  const others = found.filter(({ _id }) => _id !== openId).slice(0, offered);
  return [
    ...matching(open, term),
    ...others.map(({ _id, title }) => entryOf(_id, t('palette.edit', { title }))),
  ];
}
