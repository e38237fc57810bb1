// Links to the previous and next game, in the filter and order last used in the admin's list.
import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { adminGamePath } from '#app/paths.ts';
import { lastAdminList } from './admin-sort.ts';
import styles from './neighbor-games.module.css';
import { useAdminGames } from './use-admin-games.ts';

export function NeighborGames({ id }: { id: string }) {
  const { t } = useTranslation('gameEditor');
  const [asked] = useState(lastAdminList.get);
  const { games = [], total = 0 } = useAdminGames(asked).found ?? {};
  const at = games.findIndex(({ _id }) => _id === id);
  if (at < 0 || games.length < 2) return null;
  return (
    <nav className={styles.neighbors} aria-label={t('neighbours.label')}>
      <Neighbor game={games[at - 1]} text="neighbours.previous">
        <IconChevronLeft size={20} aria-hidden />
      </Neighbor>
      <span className={styles.position}>
        {t(total > games.length ? 'neighbours.positionOfFirst' : 'neighbours.position', {
          number: at + 1,
          total: games.length,
        })}
      </span>
      <Neighbor game={games[at + 1]} text="neighbours.next">
        <IconChevronRight size={20} aria-hidden />
      </Neighbor>
    </nav>
  );
}

interface NeighborProps {
  game: { _id: string; title: string } | undefined;
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
