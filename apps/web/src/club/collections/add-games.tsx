// A search for games of the library, which adds them to the list.
import type { GameListItem } from '@cellar/contract/games/games.ts';
import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCheck, IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/services-context.ts';
import { Cover } from '#ui/covers/cover.tsx';
import { LoadingBlock } from '#ui/feedback/loading-list.tsx';
import { LoadFailedNotice } from '#ui/feedback/messages.tsx';
import styles from './arrange-games.module.css';
import { gamesToAddQuery } from './collections.queries.ts';

export interface AddGamesProps {
  /** The ids of the games in the list. */
  known: ReadonlySet<string>;
  onAdd(game: GameListItem): void;
}

const pauseMs = 200;

export function AddGames(props: AddGamesProps) {
  const { t } = useTranslation('collections');
  const [typed, setTyped] = useState('');
  const search = useDebouncedValue(typed.trim(), pauseMs)[0];
  return (
    <search className={styles.search}>
      <TextInput
        type="search"
        size="md"
        label={t('arrange.search')}
        placeholder={t('arrange.searchHint')}
        leftSection={<IconSearch size={18} stroke={1.7} />}
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {search !== '' && typed.trim() !== '' && <FoundGames search={search} {...props} />}
    </search>
  );
}

function FoundGames({ search, known, onAdd }: AddGamesProps & { search: string }) {
  const { t } = useTranslation('collections');
  const { t: tCommon } = useTranslation();
  const { data, isError, refetch } = useQuery(gamesToAddQuery(useApi(), search));
  if (!data && isError) return <LoadFailedNotice onRetry={() => void refetch()} />;
  if (!data) {
    return <LoadingBlock label={tCommon('loading')} height="4rem" />;
  }
  if (data.length === 0) return <p role="status">{t('arrange.noMatch')}</p>;
  return (
    <ul className={styles.found}>
      {data.map((game) => (
        <li key={game._id} className={styles.hit}>
          <span className={styles.cover}>
            <Cover title={game.title} url={game.boxArtUrl} thumbhash={game.boxArtThumbhash} sizes="2.5rem" />
          </span>
          <span className={styles.title}>{game.title}</span>
          <AddButton game={game} isIn={known.has(game._id)} onAdd={onAdd} />
        </li>
      ))}
    </ul>
  );
}

/** Stays where it is when the game has been added, so that the focus stays too. */
function AddButton({
  game,
  isIn,
  onAdd,
}: {
  game: GameListItem;
  isIn: boolean;
  onAdd(game: GameListItem): void;
}) {
  const { t } = useTranslation('collections');
  return (
    <Button
      size="compact-md"
      variant="default"
      leftSection={isIn ? <IconCheck size={16} aria-hidden /> : <IconPlus size={16} aria-hidden />}
      aria-disabled={isIn || undefined}
      data-disabled={isIn || undefined}
      aria-label={isIn ? undefined : t('arrange.addName', { title: game.title })}
      onClick={() => !isIn && onAdd(game)}
    >
      {t(isIn ? 'arrange.isIn' : 'arrange.add')}
    </Button>
  );
}
