// The admin's list of all games, folded until asked for. Used by the Game Management tab.
import type { GameListItem } from '@cellar/contract/games.ts';
import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { Select } from '#ui/select.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { AdminGameRow } from './admin-game-row.tsx';
import styles from './admin-games.module.css';
import { type AdminSort, adminSorts, sortAdminGames } from './admin-sort.ts';
import { adminGamesQuery } from './games.queries.ts';

export function AdminGames() {
  const { t } = useTranslation('games');
  const { t: tCommon } = useTranslation();
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [sort, setSort] = useState<AdminSort>('newest');
  const query = useQuery(adminGamesQuery(useApi()));
  if (query.isPending) return <Skeleton width="12rem" height="2.5rem" />;
  if (!query.data) {
    return (
      <div role="alert" className={styles.head}>
        {t('loadFailed')}
        <Button variant="default" size="sm" onClick={() => void query.refetch()}>
          {tCommon('retry')}
        </Button>
      </div>
    );
  }
  const count = query.data.totalGames;
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
        {isOpen && (
          <Select
            aria-label={t('admin.sort')}
            value={sort}
            onChange={(event) => setSort(event.currentTarget.value as AdminSort)}
            data={adminSorts.map((key) => ({ value: key, label: t(`admin.${key}`) }))}
          />
        )}
      </div>
      <div id={listId}>{isOpen && <GameRows games={query.data.games} sort={sort} />}</div>
    </div>
  );
}

function GameRows({ games, sort }: { games: GameListItem[]; sort: AdminSort }) {
  const { t } = useTranslation('games');
  const sorted = useMemo(() => sortAdminGames(games, sort), [games, sort]);
  if (sorted.length === 0) return <p className={styles.empty}>{t('admin.empty')}</p>;
  return (
    <ul className={styles.list}>
      {sorted.map((game) => (
        <li key={game._id}>
          <AdminGameRow game={game} />
        </li>
      ))}
    </ul>
  );
}
