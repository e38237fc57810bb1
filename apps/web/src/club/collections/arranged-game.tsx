import type { GameListItem } from '@cellar/contract/games/games.ts';
import { ActionIcon } from '@mantine/core';
import { IconArrowBarToDown, IconArrowBarToUp, IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Cover } from '#ui/covers/cover.tsx';
import { MoveButton } from '#ui/lists/move-button.tsx';
import { SortableHandle, useSortableItem } from '#ui/lists/sortable-item.tsx';
import styles from './arrange-games.module.css';

export interface ArrangedGameProps {
  game: GameListItem;
  /** Among the rows that are shown. */
  index: number;
  /** In the whole list, counted from 0, like the argument of `onMove`. */
  place: number;
  count: number;
  onMove(to: number): void;
  onRemove(): void;
}

export function ArrangedGame({ game, index, place, count, onMove, onRemove }: ArrangedGameProps) {
  const { t } = useTranslation('collections');
  const { ref, handleRef, isDragging } = useSortableItem(game._id, index);
  const { title, boxArtUrl, boxArtThumbhash } = game;
  const last = count - 1;
  const toEnd = (to: number) => (place === to ? undefined : () => onMove(to));
  return (
    <li ref={ref} className={styles.row} data-dragging={isDragging || undefined}>
      <SortableHandle
        ref={handleRef}
        number={place + 1}
        label={t('arrange.drag', { order: place + 1, title })}
        role={t('arrange.role')}
        isDragging={isDragging}
      />
      <span className={styles.cover}>
        <Cover title={title} url={boxArtUrl} thumbhash={boxArtThumbhash} sizes="2.5rem" />
      </span>
      <span className={styles.title}>{title}</span>
      <div className={styles.actions}>
        <MoveButton
          label={t('arrange.first', { title })}
          icon={<IconArrowBarToUp size={18} />}
          onMove={toEnd(0)}
        />
        <MoveButton
          label={t('arrange.up', { title })}
          icon={<IconArrowUp size={18} />}
          onMove={place > 0 ? () => onMove(place - 1) : undefined}
        />
        <MoveButton
          label={t('arrange.down', { title })}
          icon={<IconArrowDown size={18} />}
          onMove={place < last ? () => onMove(place + 1) : undefined}
        />
        <MoveButton
          label={t('arrange.last', { title })}
          icon={<IconArrowBarToDown size={18} />}
          onMove={toEnd(last)}
        />
        <ActionIcon variant="subtle" size="lg" aria-label={t('arrange.remove', { title })} onClick={onRemove}>
          <IconX size={18} />
        </ActionIcon>
      </div>
    </li>
  );
}
