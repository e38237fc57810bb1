// The games of a LAN night, with the guests who have each of them.
import type { NightGames as Page } from '@cellar/contract/club/lan-nights.ts';
import { Button } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { isPlainClick } from '#lib/plain-click.ts';
import { Cover } from '#ui/covers/cover.tsx';
import { LoadFailed } from '#ui/feedback/load-failed.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { nightGamesQuery } from './collections.queries.ts';
import styles from './night.module.css';

export interface NightGamesProps {
  id: string;
  /** How many come, and whether the reader is one of them. */
  guests: number;
  isGuest: boolean;
  isOver: boolean;
  hrefOf(gameId: string): string;
  onOpen(gameId: string): void;
}

export function NightGames(props: NightGamesProps) {
  const { t } = useTranslation('collections');
  const query = useInfiniteQuery(nightGamesQuery(useApi(), props.id));
  if (query.isPending) return <Skeleton height="20rem" />;
  if (!query.data) return <LoadFailed title={t('loadFailedOne')} onRetry={() => void query.refetch()} />;
  return (
    <section aria-label={t('night.games')}>
      <ul className={styles.games}>
        {query.data.pages.flatMap(({ games }) =>
          games.map((game) => <NightGame key={game._id} game={game} {...props} />),
        )}
      </ul>
      {query.hasNextPage && (
        <Button
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('night.more')}
        </Button>
      )}
    </section>
  );
}

function NightGame({ game, ...night }: NightGamesProps & { game: Page['games'][number] }) {
  const { t } = useTranslation('collections');
  const { _id: id, title, boxArtUrl, boxArtThumbhash, isYours } = game;
  const handleClick = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    night.onOpen(id);
  };
  const Icon = isYours ? IconCircleCheck : IconCircleDashed;
  return (
    <li className={styles.game}>
      <span className={styles.cover}>
        <Cover title={title} url={boxArtUrl} thumbhash={boxArtThumbhash} sizes="4rem" />
      </span>
      <div className={styles.what}>
        <a href={night.hrefOf(id)} data-id={id} className={styles.title} onClick={handleClick}>
          {title}
        </a>
        {!night.isOver && night.guests > 0 && <Owners game={game} {...night} />}
      </div>
      <span className={styles.mine} data-yours={isYours || undefined}>
        <Icon size={18} aria-hidden />
        {t(isYours ? 'night.yours' : 'night.notYours')}
      </span>
    </li>
  );
}

function Owners({
  game: { owners, isYours },
  guests,
  isGuest,
}: NightGamesProps & { game: Page['games'][number] }) {
  const { t } = useTranslation('collections');
  const have = owners.length + (isYours && isGuest ? 1 : 0);
  // The reader has not said whether to come, so “nobody” would be wrong.
  if (have === 0 && isYours) return null;
  if (have === 0) return <p className={styles.dim}>{t('night.haveNobody')}</p>;
  return (
    <p className={styles.owners}>
      <meter className={styles.meter} min={0} max={guests} value={have} aria-hidden />
      <span>{t('night.have', { have, count: guests })}</span>
      {owners.length > 0 && <span className={styles.dim}>{owners.join(', ')}</span>}
    </p>
  );
}
