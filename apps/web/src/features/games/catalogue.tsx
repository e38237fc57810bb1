// The list of all games: loads page after page as one scrolls, with every state a list can be in. Used by the games page.
import { limits } from '@cellar/contract/rules/limits.ts';
import type { SortKey } from '@cellar/contract/rules/sort.ts';
import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { StateMessage } from '#ui/state-message.tsx';
import styles from './catalogue.module.css';
import { GameGrid } from './game-grid.tsx';
import { gamesOfPages, gamesQuery } from './games.queries.ts';
import { useNearEnd } from './use-near-end.ts';

export interface CatalogueProps {
  sort: SortKey;
  /** False until it is known in which order to load. */
  isReady: boolean;
  searchOf(id: string): string;
  /** Stands where the games would, when there are none. */
  empty: ReactNode;
}

export function Catalogue({ sort, isReady, searchOf, empty }: CatalogueProps) {
  const { t } = useTranslation('games');
  const query = useInfiniteQuery({ ...gamesQuery(useApi(), sort), enabled: isReady });
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  const games = useMemo(() => gamesOfPages(data?.pages ?? []), [data]);
  const canLoadMore = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  const end = useNearEnd(canLoadMore, () => void query.fetchNextPage());

  if (query.isPending) return <FirstLoad searchOf={searchOf} />;
  if (!data) return <LoadFailed onRetry={() => void query.refetch()} />;
  if (games.length === 0) return empty;
  const total = data.pages.at(-1)?.totalGames ?? games.length;
  return (
    <>
      <GameGrid games={games} searchOf={searchOf} skeletons={isFetchingNextPage ? limits.moreSkeletons : 0} />
      <div ref={end} className={styles.end} aria-live="polite">
        {isFetchingNextPage && t('loading')}
        {!hasNextPage && t('seenAll', { total })}
      </div>
      {isFetchNextPageError && !isFetchingNextPage && (
        <LoadFailed onRetry={() => void query.fetchNextPage()} />
      )}
    </>
  );
}

function FirstLoad({ searchOf }: Pick<CatalogueProps, 'searchOf'>) {
  const { t } = useTranslation('games');
  return (
    <>
      <GameGrid games={[]} searchOf={searchOf} skeletons={limits.firstSkeletons} />
      <div className={styles.end} role="status">
        {t('loading')}
      </div>
    </>
  );
}

function LoadFailed({ onRetry }: { onRetry(): void }) {
  const { t } = useTranslation('games');
  return (
    <StateMessage
      isError
      icon={<IconCloudOff size={30} stroke={1.5} />}
      title={t('loadFailedTitle')}
      text={t('loadFailed')}
    >
      <Button onClick={onRetry}>{t('retry')}</Button>
    </StateMessage>
  );
}
