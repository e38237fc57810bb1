// The list of games in all its states, with the letter strip beside it.
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyComponent } from '#lib/lazy-code.ts';
import { LoadFailed } from '#ui/feedback/load-failed.tsx';
import type { GameList } from '../games.queries.ts';
import { GameGrid } from '../grid/game-grid.tsx';
import type { CoverSize } from '../grid/grid-layout.ts';
import type { IndexRange } from '../grid/page-window.ts';
import { type Position, storePosition } from '../grid/stored-position.ts';
import type { GamePages } from '../grid/use-game-pages.ts';
import styles from './catalogue.module.css';
import { LoadFailedNotice, NoMatch } from './catalogue-states.tsx';
import type { CatalogueUrl } from './use-catalogue-url.ts';

const LetterStrip = lazyComponent(async () => (await import('./letter-strip.tsx')).LetterStrip);

export interface CatalogueListProps {
  url: CatalogueUrl;
  list: GameList;
  listKey: string;
  games: GamePages;
  start: Position | undefined;
  size: CoverSize;
  empty: ReactNode;
  /** Clears the filters. Undefined while no filter is set. */
  onClear: (() => void) | undefined;
}

export function CatalogueList(props: CatalogueListProps) {
  const { url, list, listKey, games, start, size, empty, onClear } = props;
  const { t } = useTranslation('games');
  const { total } = games;
  if (total === 0) return onClear ? <NoMatch onClear={onClear} /> : empty;
  if (games.hasFailed && total === undefined && games.loaded.length === 0) {
    return <LoadFailed title={t('loadFailedTitle')} text={t('loadFailed')} onRetry={games.retry} />;
  }
  const isSortedByTitle = list.sort === 'titleAsc' || list.sort === 'titleDesc';
  const renderStrip = (inView: IndexRange, onJump: (index: number) => void) => (
    <div className={styles.strip}>
      <Suspense>
        {total !== undefined && <LetterStrip list={list} inView={inView} onJump={onJump} />}
      </Suspense>
    </div>
  );
  return (
    <>
      <GameGrid
        games={games}
        start={start}
        size={size}
        label={t('title')}
        list={listKey}
        hrefOf={url.hrefOf}
        onOpen={url.open}
        onScrollEnd={(position) => storePosition(listKey, position)}
        renderStrip={isSortedByTitle ? renderStrip : undefined}
      />
      <p className={styles.end} aria-live="polite">
        {games.hasEnd && t('seenAll', { count: total })}
      </p>
      {games.isLoading && <p className={styles.loading}>{t('loading')}</p>}
      {games.hasFailed && <LoadFailedNotice onRetry={games.retry} />}
    </>
  );
}
