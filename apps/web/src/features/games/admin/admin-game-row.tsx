// A game in the admin's list, with links to its editor and its page, and a button to delete it.
import type { GameListItem } from '@cellar/contract/games.ts';
import { Button, Group } from '@mantine/core';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { adminGamePath, gamePath } from '#app/paths.ts';
import { Cover } from '#ui/covers/cover.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import styles from './admin-games.module.css';
import { DeleteGameDialog } from './delete-game-dialog.tsx';

export const AdminGameRow = memo(function AdminGameRow({ game }: { game: GameListItem }) {
  const { t } = useTranslation('gamesAdmin');
  const [isAsking, setAsking] = useState(false);
  const { title, platforms } = game;
  return (
    <>
      <ListRow
        spacing="tight"
        isNarrow
        lead={
          <div className={styles.cover}>
            <Cover title={title} url={game.boxArtUrl} />
          </div>
        }
        name={<h3>{title}</h3>}
        facts={platforms.join(', ') || t('noPlatforms')}
        actions={<GameActions game={game} onDelete={() => setAsking(true)} />}
      />
      {isAsking && <DeleteGameDialog game={game} onClose={() => setAsking(false)} />}
    </>
  );
});

function GameActions({ game, onDelete }: { game: GameListItem; onDelete(): void }) {
  const { t } = useTranslation('gamesAdmin');
  const { _id, title } = game;
  const button = { variant: 'subtle', size: 'compact-sm' } as const;
  return (
    <Group gap="var(--space-1)">
      <Button
        {...button}
        component={Link}
        to={adminGamePath(_id)}
        state={{ isFromList: true }}
        aria-label={t('editOf', { title })}
      >
        {t('edit')}
      </Button>
      <Button {...button} component={Link} to={gamePath(_id)} aria-label={t('gamePageOf', { title })}>
        {t('gamePage')}
      </Button>
      <Button {...button} color="red" aria-label={t('deleteTitle', { title })} onClick={onDelete}>
        {t('delete')}
      </Button>
    </Group>
  );
}
