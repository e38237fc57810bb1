// `/games`: the catalogue, with the order and the open game in the URL (`?sort=`, `?game=`).
import { defaultSortKey, type SortKey, sortKeys } from '@cellar/contract/rules/sort.ts';
import { Button } from '@mantine/core';
import { IconBooks, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { paths } from '#app/paths.ts';
import { preferencesQuery } from '#features/account/preferences.queries.ts';
import { useSession } from '#features/auth/session-context.ts';
import { DownloadOptions } from '#features/downloads/download-options.tsx';
import { Catalogue } from '#features/games/catalogue.tsx';
import { SortSelect } from '#features/games/sort-select.tsx';
import { useLoadedGame } from '#features/games/use-loaded-game.ts';
import { PageTitle } from '#features/site/page-title.tsx';
import { useApi } from '#lib/api-context.ts';
import { StateMessage } from '#ui/state-message.tsx';
import styles from './games.module.css';

const loadOverlay = () => import('#features/games/game-overlay.tsx');
const GameOverlay = lazy(async () => ({ default: (await loadOverlay()).GameOverlay }));

export function GamesPage() {
  const { t } = useTranslation('games');
  const preferences = useQuery(preferencesQuery(useApi()));
  // A member whose preferences cannot be read gets the order everybody begins with.
  const preferredSort = preferences.data?.defaultSortOrder ?? defaultSortKey;
  const { sort, gameId, searchOf, setSort, closeGame } = useGamesUrl(preferredSort);
  const game = useLoadedGame(sort, gameId);
  // So that the first click opens at once.
  useEffect(() => void loadOverlay(), []);
  return (
    <div className={styles.page}>
      <PageTitle>{game?.title ?? t('title')}</PageTitle>
      <header className={styles.head}>
        <h1>{t('title')}</h1>
        <SortSelect value={sort} onChange={setSort} />
      </header>
      <Catalogue sort={sort} isReady={!preferences.isPending} searchOf={searchOf} empty={<NoGames />} />
      <Suspense>
        <GameOverlay
          gameId={gameId}
          preview={game}
          onClose={closeGame}
          renderDownloads={(opened) => <DownloadOptions game={opened} />}
        />
      </Suspense>
    </div>
  );
}

function NoGames() {
  const { t } = useTranslation('games');
  const isAdmin = useSession()?.isAdmin;
  return (
    <StateMessage
      icon={<IconBooks size={32} stroke={1.4} />}
      title={t('empty.title')}
      text={isAdmin ? t('empty.adminText') : t('empty.text')}
    >
      {isAdmin && (
        <Button component={Link} to={paths.admin} leftSection={<IconPlus size={18} />}>
          {t('empty.add')}
        </Button>
      )}
    </StateMessage>
  );
}

function useGamesUrl(preferredSort: SortKey) {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const asked = params.get('sort') as SortKey;
  const sort = sortKeys.includes(asked) ? asked : preferredSort;

  const searchOf = (id: string) => `?${changed(params, 'game', id)}`;
  const setSort = (next: SortKey) => setParams(changed(params, 'sort', next === preferredSort ? '' : next));
  const closeGame = () => {
    // Opened from the list: back is where the reader came from. Opened by a link: there may be nothing behind.
    if (location.state?.isFromList) void navigate(-1);
    else setParams(changed(params, 'game', ''), { replace: true, preventScrollReset: true });
  };
  return { sort, gameId: params.get('game') ?? undefined, searchOf, setSort, closeGame };
}

function changed(params: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(params);
  if (value) next.set(name, value);
  else next.delete(name);
  return next;
}
