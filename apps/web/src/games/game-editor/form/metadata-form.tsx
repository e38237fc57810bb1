// The form for a game's metadata: facts, genres, pictures and videos.

import { mostPlayers } from '@cellar/contract/games/rules/play-modes.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { Button, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type ChangeEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Cover } from '#ui/covers/cover.tsx';
import { topDialog } from '#ui/dialogs/top-layer.ts';
import layout from '#ui/layout.module.css';
import type { GameEditor } from '../draft/use-game-editor.ts';
import { type GameImages, pastedPictures, withScreenshot } from '../images/images.ts';
import imagesEditorStyles from '../images/images-editor.module.css';
import { PictureDrop, UndoLine } from '../images/picture-controls.tsx';
import {
  type PictureQueue,
  type PictureTarget,
  PictureUploads,
  type PictureUploadsProps,
  usePictureUploads,
} from '../images/picture-uploads.tsx';
import { ScreenshotsEditor } from '../images/screenshots-editor.tsx';
import { GenresField } from './genres-field.tsx';
import styles from './metadata-form.module.css';
import { PlayModesField } from './play-modes-field.tsx';
import { VideosField } from './videos-field.tsx';

export interface MetadataFormProps {
  editor: GameEditor;
  /** The genres of the library. */
  knownGenres: readonly string[];
}

export function MetadataForm({ editor, knownGenres }: MetadataFormProps) {
  const { t } = useTranslation('gameEditor');
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { values, errors } = editor;
  return (
    <form
      noValidate
      className={styles.form}
      aria-labelledby={headingId}
      onSubmit={(event) => {
        event.preventDefault();
        editor.save();
      }}
    >
      <h2 ref={heading} id={headingId} tabIndex={-1} className={styles.heading}>
        {t('metadata.heading')}
      </h2>
      <div className={styles.facts}>
        <FactField editor={editor} field="releaseDate" type="date" />
        <FactField editor={editor} field="developer" />
        <FactField editor={editor} field="publisher" />
        <FactField editor={editor} field="ageRating" hint={t('metadata.ageRatingHint')} />
        <FactField editor={editor} field="rating" hint={t('metadata.ratingHint')} inputMode="decimal" />
        <FactField editor={editor} field="ratingCount" inputMode="numeric" />
        <FactField editor={editor} field="franchise" />
        <FactField editor={editor} field="collection" />
        <FactField
          editor={editor}
          field="maxPlayers"
          hint={t('metadata.maxPlayersHint', { max: mostPlayers })}
          inputMode="numeric"
        />
      </div>
      <PlayModesField modes={values.modes} onChange={(modes) => editor.set('modes', modes)} />
      <GenresField
        genres={values.genres}
        known={knownGenres}
        error={errors.genres ?? rowError(errors, 'genres')}
        onChange={(genres) => editor.set('genres', genres)}
      />
      <ImagesEditor
        title={editor.values.title}
        pictures={editor.pictures}
        value={{ boxArtUrl: values.boxArtUrl, gameplayImages: values.gameplayImages }}
        thumbhash={values.boxArtUrl === editor.game.boxArtUrl ? editor.game.boxArtThumbhash : null}
        onChange={editor.changeImages}
      />
      <VideosField
        videos={values.videos}
        errors={errors}
        onChange={(videos) => editor.set('videos', videos)}
      />
      {/* Makes Enter save. The visible button is in the save bar. */}
      <button type="submit" hidden />
    </form>
  );
}

interface FactFieldProps {
  editor: GameEditor;
  field:
    | 'releaseDate'
    | 'developer'
    | 'publisher'
    | 'rating'
    | 'ratingCount'
    | 'ageRating'
    | 'franchise'
    | 'collection'
    | 'maxPlayers';
  hint?: string;
  type?: 'text' | 'date';
  inputMode?: 'text' | 'decimal' | 'numeric';
}

/** The value for a date that is only partly typed, because the browser reports it as empty. */
const partialDate = '-';

function FactField({ editor, field, hint, type = 'text', inputMode = 'text' }: FactFieldProps) {
  const { t } = useTranslation('gameEditor');
  const value = editor.values[field];
  const handleChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
    editor.set(field, currentTarget.validity.badInput ? partialDate : currentTarget.value);
  return (
    <TextInput
      label={t(`fields.${field}`)}
      description={hint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      type={type}
      inputMode={inputMode}
      autoComplete="off"
      value={value === partialDate && type === 'date' ? '' : value}
      error={editor.errors[field]}
      onChange={handleChange}
    />
  );
}

/** Returns the error of the first invalid row. */
function rowError(errors: Record<string, string>, field: string): string | undefined {
  return Object.entries(errors).find(([path]) => path.startsWith(`${field}.`))?.[1];
}

interface ImagesEditorProps {
  title: string;
  pictures: PictureQueue;
  value: GameImages;
  /** The ThumbHash of the saved box art. */
  thumbhash: string | null;
  /** Calls `change` with the current images, which may be newer than `value` by the time an upload ends. */
  onChange(change: (images: GameImages) => GameImages): void;
}

/** The editor for box art and screenshots. Pictures are uploaded at once; all other actions only change the draft. */
function ImagesEditor({ title, pictures, value, thumbhash, onChange }: ImagesEditorProps) {
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
    <div ref={root} className={imagesEditorStyles.editor}>
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

interface BoxArtEditorProps extends PictureUploadsProps {
  title: string;
  url: string | null;
  thumbhash: string | null;
  onFiles(files: File[]): void;
  onChange(url: string | null): void;
}

/** The box art in the images editor. It can be replaced and removed, and a removal can be undone. */
function BoxArtEditor(props: BoxArtEditorProps) {
  const { title, url, thumbhash, onFiles, onChange, ...uploads } = props;
  const { t } = useTranslation('gameImages');
  const headingId = useId();
  const [removed, setRemoved] = useState<string>();
  const remove = () => {
    setRemoved(url ?? undefined);
    onChange(null);
  };
  return (
    <section aria-labelledby={headingId} className={layout.stack3}>
      <h3 id={headingId}>{t('boxArt')}</h3>
      <PictureDrop
        label={t(url ? 'replaceBoxArt' : 'chooseBoxArt')}
        hint={t('boxArtHint')}
        onFiles={onFiles}
        actions={
          url && (
            <Button
              variant="subtle"
              color="red"
              size="sm"
              leftSection={<IconTrash size={17} aria-hidden />}
              onClick={remove}
            >
              {t('removeBoxArt')}
            </Button>
          )
        }
      >
        <div className={imagesEditorStyles.cover}>
          <Cover title={title} url={url} thumbhash={thumbhash} sizes="10rem" alt={t('boxArtOf', { title })} />
        </div>
      </PictureDrop>
      <PictureUploads {...uploads} />
      {removed && !url && <UndoLine text={t('boxArtRemoved')} onUndo={() => onChange(removed)} />}
    </section>
  );
}
