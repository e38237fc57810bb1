// The admin's list of all games, folded until asked for. Used by the Game Management tab.
import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GrowingList } from '#ui/growing-list.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { AdminGameRow } from './admin-game-row.tsx';
import styles from './admin-games.module.css';
import { AdminGamesBar } from './admin-games-bar.tsx';
import { lastAdminSort } from './admin-sort.ts';
import { type AdminGamesAsked, type AdminGamesFound, useAdminGames } from './use-admin-games.ts';

export function AdminGames() {
  const { t } = useTranslation('games');
  const { t: tCommon } = useTranslation();
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [asked, setAsked] = useState<AdminGamesAsked>({ sort: lastAdminSort.get(), filter: '' });
  const handleAsked = (next: AdminGamesAsked) => {
    lastAdminSort.set(next.sort);
    setAsked(next);
  };
  const { all, found } = useAdminGames(asked);
  if (all.isPending) return <Skeleton width="12rem" height="2.5rem" />;
  if (!all.data) {
    return (
      <div role="alert" className={styles.head}>
        {t('loadFailed')}
        <Button variant="default" size="sm" onClick={() => void all.refetch()}>
          {tCommon('retry')}
        </Button>
      </div>
    );
  }
  const count = all.data.totalGames;
  return (
    <div>
      <div className={styles.head}>
        <Button
          variant="default"
          aria-expanded={isOpen}
          aria-controls={listId}
          rightSection={
            <IconChevronDown size={18} className={styles.chevron} data-open={isOpen || undefined} />
          }
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('admin.hide', { count }) : t('admin.show', { count })}
        </Button>
        {isOpen && count > 0 && <AdminGamesBar {...asked} onChange={handleAsked} />}
      </div>
      <div id={listId}>{isOpen && <GameRows {...found} asked={asked} />}</div>
    </div>
  );
}

function GameRows({ games, total, asked }: AdminGamesFound & { asked: AdminGamesAsked }) {
  const { t } = useTranslation('games');
  const hasFilter = asked.filter.trim() !== '';
  if (games.length === 0) {
    return (
      <p className={styles.note} role="status">
        {hasFilter ? t('admin.noMatch') : t('admin.empty')}
      </p>
    );
  }
  return (
    <>
      <p className={styles.note} role="status">
        {hasFilter && t('count', { count: total })}
        {total > games.length && ` ${t('admin.onlyFirst', { count: games.length })}`}
      </p>
      <GrowingList
        key={`${asked.sort} ${asked.filter}`}
        label={t('title')}
        items={games}
        first={30}
        keyOf={({ _id }) => _id}
        render={(game) => <AdminGameRow game={game} />}
        moreLabel={(count) => t('admin.more', { count })}
      />
    </>
  );
}
