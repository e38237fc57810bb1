// The form for a game's metadata: facts, genres, pictures and videos.
import { mostPlayers } from '@cellar/contract/games/rules/play-modes.ts';
import { TextInput } from '@mantine/core';
import { type ChangeEvent, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { GameEditor } from '../draft/use-game-editor.ts';
import { ImagesEditor } from '../images/images-editor.tsx';
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
