// The screenshots in the images editor. They can be moved by dragging, keyboard and buttons; a removal can be undone.

import { artworkSrcSet, artworkUrlAt } from '@cellar/contract/games/rules/artwork.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { ActionIcon } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconPhotoCheck, IconPhotoStar, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { placeholderOf } from '#ui/covers/cover.tsx';
import layout from '#ui/layout.module.css';
import { MoveButton, SortableHandle, SortableList, useSortableItem } from '#ui/lists/sortable-list.tsx';
import { type GameImages, withoutScreenshot, withScreenshot, withScreenshotMoved } from './images.ts';
import styles from './images-editor.module.css';
import { PictureDrop, UndoLine } from './picture-controls.tsx';
import { PictureUploads, type PictureUploadsProps } from './picture-uploads.tsx';
import screenshotTileStyles from './screenshot-tile.module.css';

export interface ScreenshotsEditorProps extends PictureUploadsProps {
  title: string;
  value: GameImages;
  /** ThumbHashes of the pictures uploaded in this session, by URL. */
  hashes: Record<string, string>;
  onFiles(files: File[]): void;
  onChange(change: (images: GameImages) => GameImages): void;
}

export function ScreenshotsEditor(props: ScreenshotsEditorProps) {
  const { title, value, hashes, onFiles, onChange, ...uploads } = props;
  const { t } = useTranslation('gameImages');
  const headingId = useId();
  const { removed, remove, undoRemove } = useRemoval(onChange);
  const urls = value.gameplayImages;
  const move = (url: string, index: number) => onChange((images) => withScreenshotMoved(images, url, index));
  return (
    <section aria-labelledby={headingId} className={layout.stack3}>
      <h3 id={headingId}>
        {t('screenshots')}{' '}
        <span className={styles.count}>{t('count', { used: urls.length, max: limits.imagesPerGame })}</span>
      </h3>
      <PictureDrop label={t('addScreenshots')} hint={t('screenshotsHint')} isMultiple onFiles={onFiles} />
      <PictureUploads {...uploads} />
      {removed && (
        <UndoLine
          key={removed.url}
          text={t('screenshotRemoved', { number: removed.index + 1 })}
          onUndo={() => undoRemove(removed)}
        />
      )}
      <SortableList
        items={urls}
        keyOf={String}
        label={t('screenshots')}
        className={styles.list}
        instructions={t('drag.instructions')}
        announce={(moment, _url, from, to) =>
          t(`drag.${moment}`, { number: from + 1, position: to + 1, total: urls.length })
        }
        onMove={(url, _from, to) => move(url, to)}
      >
        {(url, index, say) => (
          <ScreenshotTile
            key={url}
            title={title}
            url={url}
            thumbhash={hashes[url]}
            index={index}
            total={urls.length}
            isBoxArt={url === value.boxArtUrl}
            onMove={(to) => {
              move(url, to);
              say(to);
            }}
            onUseAsBoxArt={() => onChange((images) => ({ ...images, boxArtUrl: url }))}
            onRemove={() => remove(url, index)}
          />
        )}
      </SortableList>
    </section>
  );
}

interface RemovedScreenshot {
  url: string;
  index: number;
}

/** Removes screenshots, and remembers the last one, so that its removal can be undone. */
function useRemoval(onChange: ScreenshotsEditorProps['onChange']) {
  const [removed, setRemoved] = useState<RemovedScreenshot>();
  return {
    removed,
    remove(url: string, index: number) {
      setRemoved({ url, index });
      onChange((images) => withoutScreenshot(images, url));
    },
    undoRemove({ url, index }: RemovedScreenshot) {
      setRemoved(undefined);
      onChange((images) => withScreenshot(images, url, index));
    },
  };
}

interface ScreenshotTileProps {
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

/** One screenshot in the images editor, with its buttons. */
function ScreenshotTile(props: ScreenshotTileProps) {
  const { title, url, thumbhash, index } = props;
  const { t } = useTranslation('gameImages');
  const { ref, handleRef, isDragging } = useSortableItem(url, index);
  const number = index + 1;
  const backgroundImage = thumbhash && placeholderOf(thumbhash);
  return (
    <li ref={ref} className={screenshotTileStyles.tile} data-dragging={isDragging || undefined}>
      <img
        className={screenshotTileStyles.image}
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
      <div className={screenshotTileStyles.actions}>
        <SortableHandle
          ref={handleRef}
          className={screenshotTileStyles.handle}
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
  const button = { variant: 'subtle', size: 'lg', className: screenshotTileStyles.action ?? '' } as const;
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
