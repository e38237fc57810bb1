// The admin's list of all games. Collapsed at first.
import { Button, Group } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RetryButton } from '#ui/feedback/load-failed.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { GrowingList } from '#ui/lists/growing-list.tsx';
import { AdminGameRow } from './admin-game-row.tsx';
import styles from './admin-games.module.css';
import { AdminGamesBar } from './admin-games-bar.tsx';
import { type AdminList, lastAdminList } from './admin-sort.ts';
import { type AdminGamesAsked, type AdminGamesFound, useAdminGames } from './use-admin-games.ts';

const firstRows = 30;

export function AdminGames() {
  const { t } = useTranslation('gamesAdmin');
  const listId = useId();
  const [{ isOpen, ...asked }, setList] = useState(lastAdminList.get);
  const change = (part: Partial<AdminList>) => {
    lastAdminList.set(part);
    setList(lastAdminList.get);
  };
  const { all, found, failed } = useAdminGames(asked);
  if (all.isPending) return <Skeleton width="12rem" height="2.5rem" />;
  if (!all.data) return <LoadFailed onRetry={() => void all.refetch()} />;
  const count = all.data.totalGames;
  return (
    <div>
      <Group justify="space-between" gap="var(--space-3)">
        <Button
          variant="default"
          aria-expanded={isOpen}
          aria-controls={listId}
          rightSection={
            <IconChevronDown size={18} className={styles.chevron} data-open={isOpen || undefined} />
          }
          onClick={() => change({ isOpen: !isOpen })}
        >
          {isOpen ? t('hide', { count }) : t('show', { count })}
        </Button>
        {isOpen && count > 0 && (
          <AdminGamesBar {...asked} onChange={(next) => change({ ...next, shown: 0 })} />
        )}
      </Group>
      <div id={listId}>
        {isOpen && found && <GameRows {...found} asked={asked} />}
        {isOpen && !found && (failed ? <LoadFailed onRetry={failed} /> : <Skeleton height="8rem" />)}
      </div>
    </div>
  );
}

function LoadFailed({ onRetry }: { onRetry(): void }) {
  const { t } = useTranslation('games');
  return (
    <Group role="alert" justify="space-between" gap="var(--space-3)">
      {t('loadFailed')}
      <RetryButton variant="default" size="sm" onClick={onRetry} />
    </Group>
  );
}

function GameRows({ games, total, asked }: AdminGamesFound & { asked: AdminGamesAsked }) {
  const { t } = useTranslation('gamesAdmin');
  const { t: tGames } = useTranslation('games');
  const hasFilter = asked.filter.trim() !== '';
  if (games.length === 0) {
    return (
      <p className={styles.note} role="status">
        {hasFilter ? t('noMatch') : t('empty')}
      </p>
    );
  }
  return (
    <>
      <p className={styles.note} role="status">
        {hasFilter && tGames('count', { count: total })}
        {total > games.length && ` ${t('onlyFirst', { count: games.length })}`}
      </p>
      <GrowingList
        key={`${asked.sort} ${asked.filter}`}
        label={tGames('title')}
        items={games}
        first={Math.max(firstRows, lastAdminList.get().shown)}
        onGrow={(shown) => lastAdminList.set({ shown })}
        keyOf={({ _id }) => _id}
        render={(game) => <AdminGameRow game={game} />}
        moreLabel={(count) => t('more', { count })}
      />
    </>
  );
}
