// The editor for box art and screenshots. Pictures are uploaded at once; all other actions only change the draft.
import { limits } from '@cellar/contract/rules/limits.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { topDialog } from '#ui/dialogs/top-layer.ts';
import { BoxArtEditor } from './box-art-editor.tsx';
import { type GameImages, pastedPictures, withScreenshot } from './images.ts';
import styles from './images-editor.module.css';
import type { PictureQueue } from './picture-queue.ts';
import { ScreenshotsEditor } from './screenshots-editor.tsx';
import { type PictureTarget, usePictureUploads } from './use-picture-uploads.ts';

export interface ImagesEditorProps {
  title: string;
  pictures: PictureQueue;
  value: GameImages;
  /** The ThumbHash of the saved box art. */
  thumbhash: string | null;
  /** Calls `change` with the current images, which may be newer than `value` by the time an upload ends. */
  onChange(change: (images: GameImages) => GameImages): void;
}

export function ImagesEditor({ title, pictures, value, thumbhash, onChange }: ImagesEditorProps) {
  const { t } = useTranslation('gameImages');
  const { uploads, hashes, add, retry, dismiss } = usePictureUploads(pictures, ({ url }, target) => {
    let isKnown = false;
    onChange((images) => {
      if (target === 'boxArt') return { ...images, boxArtUrl: url };
      isKnown = images.gameplayImages.includes(url);
      return withScreenshot(images, url);
    });
    return isKnown ? t('problem.known') : undefined;
  });
  const of = (target: PictureTarget) => uploads.filter((upload) => upload.target === target);
  const pending = of('screenshots').filter(({ error }) => !error).length;
  const addScreenshots = (files: File[]) =>
    add(files, 'screenshots', limits.imagesPerGame - value.gameplayImages.length - pending);
  const addBoxArt = (files: File[]) => add(files.slice(0, 1), 'boxArt');
  const { root, boxArt } = usePaste(addScreenshots, addBoxArt);
  return (
    <div ref={root} className={styles.editor}>
      <div ref={boxArt}>
        <BoxArtEditor
          title={title}
          url={value.boxArtUrl}
          thumbhash={(value.boxArtUrl && hashes[value.boxArtUrl]) ?? thumbhash}
          uploads={of('boxArt')}
          onFiles={addBoxArt}
          onRetry={retry}
          onDismiss={dismiss}
          onChange={(boxArtUrl) => onChange((images) => ({ ...images, boxArtUrl }))}
        />
      </div>
      <ScreenshotsEditor
        title={title}
        value={value}
        hashes={hashes}
        uploads={of('screenshots')}
        onFiles={addScreenshots}
        onRetry={retry}
        onDismiss={dismiss}
        onChange={onChange}
      />
    </div>
  );
}

type AddFiles = (files: File[]) => void;

/**
 * Adds pictures that are pasted outside text fields: as box art if the pointer or the focus is on it, else as
 * screenshots.
 */
function usePaste(onScreenshots: AddFiles, onBoxArt: AddFiles) {
  const root = useRef<HTMLDivElement>(null);
  const boxArt = useRef<HTMLDivElement>(null);
  const handlePaste = useEffectEvent((event: ClipboardEvent) => {
    const dialog = topDialog();
    const isCovered = dialog && !dialog.contains(root.current);
    const files = isCovered ? [] : pastedPictures(event);
    if (files.length === 0) return;
    event.preventDefault();
    if (isPointedAt(boxArt.current, root.current)) onBoxArt(files);
    else onScreenshots(files);
  });
  useEffect(() => {
    const listener = (event: ClipboardEvent) => handlePaste(event);
    document.addEventListener('paste', listener);
    return () => document.removeEventListener('paste', listener);
  }, []);
  return { root, boxArt };
}

/** Returns whether the pointer is on a part or, while the pointer is elsewhere, the focus. */
function isPointedAt(part: HTMLElement | null, whole: HTMLElement | null): boolean {
  return part?.matches(whole?.matches(':hover') ? ':hover' : ':focus-within') ?? false;
}
