// Everything about a game that few people need, behind three dots.

import { Menu } from '@mantine/core';
import {
  IconArrowUpRight,
  IconLink,
  IconNote,
  IconPencil,
  IconStack2,
  IconUpload,
} from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, type Location, useLocation, useNavigate } from 'react-router';
import { adminGamePath, gamePath, paths } from '#lib/paths.ts';
import { copyText } from '#ui/fields/copy-button.tsx';
import { MoreMenu } from '#ui/more-menu.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import { useKeys } from '#ui/use-keys.ts';
import { searchWith } from '../catalogue/catalogue-url.ts';
import { editorKeys } from '../game-keys.ts';

export interface GameMenuProps {
  game: { _id: string; title: string };
  /** Whether this is not the game's own page. */
  hasPage: boolean;
  mayEdit: boolean;
  /** Where a contributor adds files to the game. */
  contributePath: string | undefined;
  /** Undefined for visitors. */
  onAddToCollection: (() => void) | undefined;
  /** Undefined if the note is shown. */
  onAddNote: (() => void) | undefined;
}

export function GameMenu(props: GameMenuProps) {
  const { game, hasPage, mayEdit, contributePath, onAddToCollection, onAddNote } = props;
  const { t } = useTranslation(['game', 'common', 'collections']);
  const place = useRef<HTMLDivElement>(null);
  const location = useLocation();
  const edit = useEdit(game._id, mayEdit, place);
  const path = gamePath(game._id);
  const handleCopy = async () => {
    const isCopied = await copyText(window.location.origin + path, place.current ?? document.body);
    if (isCopied) toast.success(t('copiedLink'));
    else toast.error(t('common:copyFailed'));
  };
  return (
    <div ref={place}>
      <MoreMenu label={t('more', { title: game.title })} variant="default">
        {onAddToCollection && (
          <Menu.Item leftSection={<IconStack2 size={16} />} onClick={onAddToCollection}>
            {t('collections:add.button')}
          </Menu.Item>
        )}
        {onAddNote && (
          <Menu.Item leftSection={<IconNote size={16} />} onClick={onAddNote}>
            {t('addNote')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLink size={16} />} onClick={() => void handleCopy()}>
          {t('copyLink')}
        </Menu.Item>
        {hasPage && (
          <Menu.Item
            component={Link}
            to={path}
            state={returnToListState(location)}
            leftSection={<IconArrowUpRight size={16} />}
          >
            {t('openPage')}
          </Menu.Item>
        )}
        {contributePath && (
          <Menu.Item component={Link} to={contributePath} leftSection={<IconUpload size={16} />}>
            {t('contribute')}
          </Menu.Item>
        )}
        {mayEdit && (
          <Menu.Item component={Link} {...edit} leftSection={<IconPencil size={16} />} aria-keyshortcuts="e">
            {t('edit')}
          </Menu.Item>
        )}
      </MoreMenu>
    </div>
  );
}

/** Returns the link to the editor, where the key leads as well. */
function useEdit(id: string, mayEdit: boolean, within: { current: HTMLElement | null }) {
  const navigate = useNavigate();
  const to = adminGamePath(id);
  const state = { isFromGame: true };
  useKeys(editorKeys, mayEdit ? { edit: () => void navigate(to, { state }) } : {}, within);
  return { to, state };
}

// Finds the way from a game's own page back to the list in its previous state. Links to the page store the list's URL
// in the router state.

interface ReturnToList {
  /** The URL of the list with its filters and order. */
  list: string;
  /** The number of history entries back to the list; undefined if the list is not in the history. */
  steps?: number | undefined;
}

/**
 * Returns the router state for links in the overlay. In the history, the list directly precedes an overlay opened from
 * it.
 */
function returnToListState({ search, state }: Location): { returnToList: ReturnToList } {
  const list = paths.games + searchWith(new URLSearchParams(search), { game: '' });
  return { returnToList: { list, steps: state?.isFromList === true ? 2 : undefined } };
}

export function returnToListOf({ state }: Location): ReturnToList {
  const { list, steps }: Partial<ReturnToList> = state?.returnToList ?? {};
  const isList = typeof list === 'string' && list.split('?')[0] === paths.games;
  return { list: isList ? list : paths.games, steps: isList && steps === 2 ? steps : undefined };
}
