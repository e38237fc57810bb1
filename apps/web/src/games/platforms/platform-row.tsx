import type { OwnPlatform } from '@cellar/contract/games/platforms.ts';
import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { platformGamesPath } from '#lib/paths.ts';
import { MoveButton } from '#ui/lists/move-button.tsx';
import { SortableHandle, useSortableItem } from '#ui/lists/sortable-item.tsx';
import { OwnPlatformIcon } from '#ui/own-platform-icon.tsx';
import styles from './platforms.module.css';

export interface PlatformRowProps {
  platform: OwnPlatform;
  index: number;
  isLast: boolean;
  onMove(to: number): void;
  onEdit(): void;
  onDelete(): void;
}

export function PlatformRow({ platform, index, isLast, onMove, onEdit, onDelete }: PlatformRowProps) {
  const { t } = useTranslation('platforms');
  const { _id, name, aliases, icon, games } = platform;
  const { ref, handleRef, isDragging } = useSortableItem(_id, index);
  return (
    <li ref={ref} className={styles.row} data-dragging={isDragging || undefined}>
      <SortableHandle
        ref={handleRef}
        className={styles.handle}
        number={index + 1}
        label={t('list.drag', { order: index + 1, name })}
        role={t('drag.role')}
        isDragging={isDragging}
      />
      <span className={styles.icon}>
        <OwnPlatformIcon icon={icon} />
      </span>
      <div className={styles.text}>
        <h3 className={styles.name}>{name}</h3>
        <p className={styles.dim}>
          {games > 0 ? (
            <Link className={styles.games} to={platformGamesPath(name)}>
              {t('list.games', { count: games })}
            </Link>
          ) : (
            <span>{t('list.noGames')}</span>
          )}
          {aliases.length > 0 && <span> · {aliases.join(', ')}</span>}
        </p>
      </div>
      <div className={styles.actions}>
        <MoveButton
          label={t('list.up', { name })}
          icon={<IconArrowUp size={18} />}
          onMove={index > 0 ? () => onMove(index - 1) : undefined}
        />
        <MoveButton
          label={t('list.down', { name })}
          icon={<IconArrowDown size={18} />}
          onMove={isLast ? undefined : () => onMove(index + 1)}
        />
        <ActionIcon variant="subtle" size="lg" aria-label={t('list.edit', { name })} onClick={onEdit}>
          <IconPencil size={18} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="red"
          size="lg"
          aria-label={t('list.delete', { name })}
          onClick={onDelete}
        >
          <IconTrash size={18} />
        </ActionIcon>
      </div>
    </li>
  );
}
