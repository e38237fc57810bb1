// Links to a game's own page, for admins to its editor and for contributors to where they add files, and a button that copies the
// game's link.

import { Button } from '@mantine/core';
import { IconArrowUpRight, IconPencil, IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, type Location, useLocation } from 'react-router';
import { adminGamePath, gamePath, paths } from '#lib/paths.ts';
import { CopyButton } from '#ui/fields/copy-button.tsx';
import layout from '#ui/layout.module.css';
import { useKeys } from '#ui/use-keys.ts';
import { searchWith } from '../catalogue/catalogue-url.ts';
import { editorKeys } from '../game-keys.ts';

export interface GameLinksProps {
  id: string;
  hasPage?: boolean;
  mayEdit: boolean;
  /** Where a contributor adds files to the game. */
  contributePath?: string | undefined;
}

export function GameLinks({ id, hasPage = false, mayEdit, contributePath }: GameLinksProps) {
  const { t } = useTranslation('game');
  const path = gamePath(id);
  const location = useLocation();
  return (
    <div className={layout.row2}>
      {hasPage && (
        <Button
          component={Link}
          to={path}
          state={returnToListState(location)}
          variant="default"
          size="sm"
          leftSection={<IconArrowUpRight size={16} />}
        >
          {t('openPage')}
        </Button>
      )}
      {mayEdit && <EditLink id={id} />}
      {contributePath && (
        <Button
          component={Link}
          to={contributePath}
          variant="default"
          size="sm"
          leftSection={<IconUpload size={16} />}
        >
          {t('contribute')}
        </Button>
      )}
      <CopyButton
        isWide
        text={window.location.origin + path}
        label={t('copyLink')}
        copiedLabel={t('copiedLink')}
      />
    </div>
  );
}

function EditLink({ id }: { id: string }) {
  const { t } = useTranslation('game');
  const link = useRef<HTMLAnchorElement>(null);
  useKeys(editorKeys, { edit: () => link.current?.click() }, link);
  return (
    <Button
      ref={link}
      component={Link}
      to={adminGamePath(id)}
      state={{ isFromGame: true }}
      variant="default"
      size="sm"
      leftSection={<IconPencil size={16} />}
      aria-keyshortcuts="e"
    >
      {t('edit')}
    </Button>
  );
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
