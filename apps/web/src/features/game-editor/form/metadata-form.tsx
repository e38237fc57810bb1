// Everything that is known of a game beside title and description, in one form: facts, genres, pictures, videos. Used by
// the editor's page.
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { GameEditor } from '../draft/use-game-editor.ts';
import { ImagesEditor } from '../images/images-editor.tsx';
import { FactField } from './fact-field.tsx';
import { GenresField } from './genres-field.tsx';
import styles from './metadata-form.module.css';
import { VideosField } from './videos-field.tsx';

export interface MetadataFormProps {
  editor: GameEditor;
  /** Those of the library, to choose from. */
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
      </div>
      <GenresField
        genres={values.genres}
        known={knownGenres}
        error={errors.genres ?? rowError(errors, 'genres')}
        onChange={(genres) => editor.set('genres', genres)}
      />
      <ImagesEditor
        title={editor.values.title}
        value={{ boxArtUrl: values.boxArtUrl, gameplayImages: values.gameplayImages }}
        thumbhash={values.boxArtUrl === editor.game.boxArtUrl ? editor.game.boxArtThumbhash : null}
        onChange={editor.changeImages}
      />
      <VideosField
        videos={values.videos}
        errors={errors}
        onChange={(videos) => editor.set('videos', videos)}
      />
      {/* Enter saves; what is pressed to save is in the bar. */}
      <button type="submit" hidden />
    </form>
  );
}

function rowError(errors: Record<string, string>, field: string): string | undefined {
  return Object.entries(errors).find(([path]) => path.startsWith(`${field}.`))?.[1];
}
