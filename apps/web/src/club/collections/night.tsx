// Who comes to a LAN night, and the reader's own answer.

import type { LanNight, NightGames as Page } from '@cellar/contract/club/collections.endpoints.ts';
import type { NightAnswer } from '@cellar/contract/club/rules/collections.ts';
import { Button } from '@mantine/core';
import { IconCheck, IconCircleCheck, IconCircleDashed, IconX } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isPlainClick } from '#lib/navigation.ts';
import { useApi } from '#lib/services-context.ts';
import { Cover } from '#ui/covers/cover.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { LoadFailed, Notice } from '#ui/feedback/messages.tsx';
import layout from '#ui/layout.module.css';
import { nightGamesQuery } from './collections.queries.ts';
import styles from './night.module.css';
import { useAnswerNight } from './use-collection-changes.ts';

export interface NightPanelProps {
  id: string;
  night: LanNight;
  /** Fetches the games that the reader does not have. */
  fetchAll: ReactNode;
}

export function NightPanel({ id, night, fetchAll }: NightPanelProps) {
  const { t } = useTranslation('collections');
  const { guests, absent, isOver, isTracked } = night;
  return (
    <section className={styles.panel} aria-labelledby="who-comes">
      <h2 id="who-comes">{t(isOver ? 'night.guests' : 'night.heading')}</h2>
      {isOver ? <p className={layout.small}>{t('night.over')}</p> : <Answers id={id} night={night} />}
      <p className={layout.breakable} aria-live="polite">
        {guests.length === 0 && absent === 0 && t('night.nobody')}
        {guests.map(({ name, isYou }) => (isYou ? t('night.you', { name }) : name)).join(', ')}
        {absent > 0 && (
          <span className={layout.small}>
            {guests.length > 0 && ' · '}
            {t('night.absent', { count: absent })}
          </span>
        )}
      </p>
      {!isTracked && !isOver && <Notice kind="info">{t('night.untracked')}</Notice>}
      {fetchAll}
    </section>
  );
}

const icons = { coming: IconCheck, not_coming: IconX };
const labels = { coming: 'night.come', not_coming: 'night.cannot' } as const;

function Answers({ id, night: { answer } }: { id: string; night: LanNight }) {
  const { t } = useTranslation('collections');
  const save = useAnswerNight(id);
  const shown = save.isPending ? save.variables : answer;
  const button = (value: NightAnswer) => {
    const Icon = icons[value];
    return (
      <Button
        variant={value === 'coming' && shown === null ? 'filled' : 'default'}
        aria-pressed={shown === value}
        aria-describedby={value === 'coming' ? 'coming-consent' : undefined}
        leftSection={shown === value && <Icon size={18} aria-hidden />}
        onClick={() => save.mutate(shown === value ? null : value)}
      >
        {t(labels[value])}
      </Button>
    );
  };
  return (
    <>
      <div className={`${layout.row2} ${styles.answers}`}>
        {button('coming')}
        {button('not_coming')}
      </div>
      <p id="coming-consent" className={layout.small}>
        {t('night.consent')}
      </p>
    </>
  );
}

// The games of a LAN night, with the guests who have each of them.

interface NightGamesProps {
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
  if (have === 0) return <p className={layout.small}>{t('night.haveNobody')}</p>;
  return (
    <p className={styles.owners}>
      <meter className={styles.meter} min={0} max={guests} value={have} aria-hidden />
      <span>{t('night.have', { have, count: guests })}</span>
      {owners.length > 0 && <span className={layout.small}>{owners.join(', ')}</span>}
    </p>
  );
}
