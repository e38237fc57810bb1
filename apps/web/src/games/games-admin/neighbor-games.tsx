// Links to the previous and next game, in the filter and order last used in the admin's table.
import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { adminGamePath } from '#lib/paths.ts';
import { useApi } from '#lib/services-context.ts';
import { filterOf, neighborsQuery, useAdminTable } from './admin-list.ts';
import styles from './neighbor-games.module.css';

export function NeighborGames({ id }: { id: string }) {
  const { t } = useTranslation('gameEditor');
  const table = useAdminTable();
  const [filter] = useState(() => filterOf(table.list));
  const { data: found } = useQuery(neighborsQuery(useApi(), filter, id));
  const [known, setKnown] = useState({ id, data: found });
  if (found && found !== known.data && (found.position !== null || known.id !== id))
    setKnown({ id, data: found });
  // A game that was just edited may not match the filter any more. Its neighbors still do.
  const data = known.id === id ? known.data : found;
  if (!data || data.position === null || data.total < 2) return null;
  return (
    <nav className={styles.neighbors} aria-label={t('neighbours.label')}>
      <Neighbor game={data.previous} text="neighbours.previous">
        <IconChevronLeft size={20} aria-hidden />
      </Neighbor>
      <span className={styles.position}>
        {t('neighbours.position', { number: data.position, total: data.total })}
      </span>
      <Neighbor game={data.next} text="neighbours.next">
        <IconChevronRight size={20} aria-hidden />
      </Neighbor>
    </nav>
  );
}

interface NeighborProps {
  game: { _id: string; title: string } | null;
  text: 'neighbours.previous' | 'neighbours.next';
  children: ReactNode;
}

function Neighbor({ game, text, children }: NeighborProps) {
  const { t } = useTranslation('gameEditor');
  if (!game) return <span className={styles.none} />;
  const label = t(text, { title: game.title });
  return (
    <ActionIcon
      component={Link}
      to={adminGamePath(game._id)}
      variant="default"
      size="lg"
      aria-label={label}
      title={label}
    >
      {children}
    </ActionIcon>
  );
}
