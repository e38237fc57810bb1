// One screenshot in the images editor, with its buttons.
import { artworkSrcSet, artworkUrlAt } from '@cellar/contract/games/rules/artwork.ts';
import { ActionIcon } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconPhotoCheck, IconPhotoStar, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { placeholderOf } from '#ui/covers/cover-placeholder.ts';
import { MoveButton } from '#ui/lists/move-button.tsx';
import { SortableHandle, useSortableItem } from '#ui/lists/sortable-item.tsx';
import styles from './screenshot-tile.module.css';

export interface ScreenshotTileProps {
  title: string;
  url: string;
  thumbhash: string | undefined;
  index: number;
  total: number;
  isBoxArt: boolean;
  onMove(to: number): void;
  onUseAsBoxArt(): void;
  onRemove(): void;
}

export function ScreenshotTile(props: ScreenshotTileProps) {
  const { title, url, thumbhash, index } = props;
  const { t } = useTranslation('gameImages');
  const { ref, handleRef, isDragging } = useSortableItem(url, index);
  const number = index + 1;
  const backgroundImage = thumbhash && placeholderOf(thumbhash);
  return (
    <li ref={ref} className={styles.tile} data-dragging={isDragging || undefined}>
      <img
        className={styles.image}
        style={backgroundImage ? { backgroundImage } : undefined}
        sizes="(max-width: 40em) 90vw, 18rem"
        srcSet={artworkSrcSet(url)}
        src={artworkUrlAt(url, 400)}
        alt={t('screenshotOf', { number, title })}
        width={400}
        height={225}
        loading="lazy"
        decoding="async"
        draggable={false}
      />
      <div className={styles.actions}>
        <SortableHandle
          ref={handleRef}
          className={styles.handle}
          number={number}
          label={t('drag.handle', { number })}
          role={t('drag.role')}
          isDragging={isDragging}
        />
        <TileButtons {...props} />
      </div>
    </li>
  );
}

function TileButtons({ index, total, isBoxArt, onMove, onUseAsBoxArt, onRemove }: ScreenshotTileProps) {
  const { t } = useTranslation('gameImages');
  const number = index + 1;
  const button = { variant: 'subtle', size: 'lg', className: styles.action ?? '' } as const;
  return (
    <>
      <MoveButton
        label={t('earlier', { number })}
        icon={<IconArrowLeft size={18} />}
        onMove={index > 0 ? () => onMove(index - 1) : undefined}
      />
      <MoveButton
        label={t('later', { number })}
        icon={<IconArrowRight size={18} />}
        onMove={number < total ? () => onMove(index + 1) : undefined}
      />
      <ActionIcon
        {...button}
        title={t('useAsBoxArt')}
        aria-label={t('useAsBoxArtOf', { number })}
        aria-pressed={isBoxArt}
        onClick={onUseAsBoxArt}
      >
        {isBoxArt ? <IconPhotoCheck size={18} /> : <IconPhotoStar size={18} />}
      </ActionIcon>
      <ActionIcon {...button} color="red" aria-label={t('remove', { number })} onClick={onRemove}>
        <IconTrash size={18} />
      </ActionIcon>
    </>
  );
}
