// Box art and screenshots of a game: sent in by button, drop or paste, put in order, removed with a way back. Changes the
// form's draft and saves nothing by itself. Used by the metadata form.
import { limits } from '@cellar/contract/rules/limits.ts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { topDialog } from '#ui/dialogs/top-layer.ts';
import { BoxArtEditor } from './box-art-editor.tsx';
import { type GameImages, pastedPictures, withScreenshot } from './images.ts';
import styles from './images-editor.module.css';
import { ScreenshotsEditor } from './screenshots-editor.tsx';
import { type PictureTarget, usePictureUploads } from './use-picture-uploads.ts';

export interface ImagesEditorProps {
  title: string;
  value: GameImages;
  /** Of the saved box art. */
  thumbhash: string | null;
  /** Pictures come in while other things are edited: what is changed is the value as it is by then. */
  onChange(change: (images: GameImages) => GameImages): void;
}

export function ImagesEditor({ title, value, thumbhash, onChange }: ImagesEditorProps) {
  const { t } = useTranslation('gameImages');
  const { uploads, hashes, add, retry, dismiss } = usePictureUploads(({ url }, target) => {
    if (target === 'boxArt') onChange((images) => ({ ...images, boxArtUrl: url }));
    else if (value.gameplayImages.includes(url)) return t('problem.known');
    else onChange((images) => withScreenshot(images, url));
    return undefined;
  });
  const of = (target: PictureTarget) => uploads.filter((upload) => upload.target === target);
  const coming = of('screenshots').filter(({ error }) => !error).length;
  const addScreenshots = (files: File[]) =>
    add(files, 'screenshots', limits.imagesPerGame - value.gameplayImages.length - coming);
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

type TakeFiles = (files: File[]) => void;

/** A paste anywhere on the page that no text field wants: to the box art where pointer or focus is on it. */
function usePaste(onScreenshots: TakeFiles, onBoxArt: TakeFiles) {
  const root = useRef<HTMLDivElement>(null);
  const boxArt = useRef<HTMLDivElement>(null);
  const take = useRef({ onScreenshots, onBoxArt });
  useEffect(() => {
    take.current = { onScreenshots, onBoxArt };
  });
  useEffect(() => {
    const handlePaste = (event: ClipboardEvent) => {
      const dialog = topDialog();
      const isCovered = dialog && !dialog.contains(root.current);
      const files = isCovered ? [] : pastedPictures(event);
      if (files.length === 0) return;
      event.preventDefault();
      const isBoxArt = isPointedAt(boxArt.current, root.current);
      if (isBoxArt) take.current.onBoxArt(files);
      else take.current.onScreenshots(files);
    };
    document.addEventListener('paste', handlePaste);
    return () => document.removeEventListener('paste', handlePaste);
  }, []);
  return { root, boxArt };
}

/** The pointer tells before the focus, which stays on a button that was pressed a while ago. */
function isPointedAt(part: HTMLElement | null, whole: HTMLElement | null): boolean {
  return part?.matches(whole?.matches(':hover') ? ':hover' : ':focus-within') ?? false;
}
