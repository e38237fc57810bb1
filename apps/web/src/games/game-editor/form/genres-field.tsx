// The genres of a game as tags, which can be typed or chosen from the library's genres.
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { foldText } from '@cellar/contract/rules/sort.ts';
import { Pill, TagsInput, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './metadata-form.module.css';

export interface GenresFieldProps {
  genres: readonly string[];
  /** The genres of the library. */
  known: readonly string[];
  error: string | undefined;
  onChange(genres: string[]): void;
}

export function GenresField({ genres, known, error, onChange }: GenresFieldProps) {
  const { t } = useTranslation('gameEditor');
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const { announcement, change } = useGenreChanges({ genres, known, onChange });
  const addTyped = (text: string) => {
    setTyped('');
    const next = [...genres];
    for (const part of text.split(',').map((one) => one.trim())) {
      if (part && !isIn(next, part)) next.push(part);
    }
    if (next.length > genres.length) change(next);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    // Ctrl+S saves the game, including the genre that is being typed.
    if (event.key === 's' && (event.ctrlKey || event.metaKey)) addTyped(typed);
  };
  const handleRemove = (remove: (() => void) | undefined) => {
    remove?.();
    input.current?.focus();
  };
  return (
    <>
      <TagsInput
        ref={input}
        classNames={classNames}
        label={t('fields.genres')}
        description={t('genres.hint')}
        // The list of choices opens below the input and would cover anything placed there.
        inputWrapperOrder={['label', 'description', 'error', 'input']}
        size="md"
        data={known.filter((genre) => !isIn(genres, genre))}
        value={[...genres]}
        searchValue={typed}
        error={error}
        enterKeyHint="enter"
        isDuplicate={(genre, tags) => isIn(tags, genre)}
        withScrollArea={false}
        comboboxProps={{ withinPortal: false, classNames: { dropdown: styles.choices } }}
        renderPill={({ value, onRemove }) => (
          <GenrePill genre={String(value)} onRemove={() => handleRemove(onRemove)} />
        )}
        onChange={change}
        // Phone keyboards report no key for a comma.
        onSearchChange={(text) => (text.includes(',') ? addTyped(text) : setTyped(text))}
        onKeyDown={handleKeyDown}
        // Mantine would append pasted text to the typed text, wherever the caret is.
        onPasteCapture={(event) => event.stopPropagation()}
      />
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </>
  );
}

const classNames = {
  root: styles.genres,
  input: styles.tagBox,
  pillsList: styles.tags,
  inputField: styles.tagInput,
};

/** `change` uses the library's spelling of each genre, and announces what was added or removed. */
function useGenreChanges({ genres, known, onChange }: Omit<GenresFieldProps, 'error'>) {
  const { t } = useTranslation('gameEditor');
  const [announcement, setAnnouncement] = useState('');
  const change = (next: string[]) => {
    const trimmed = next.map((genre) => genre.trim()).filter(Boolean);
    const spelled = trimmed.map((genre) => (genres.includes(genre) ? genre : spelledAsKnown(genre, known)));
    const added = spelled.filter((genre) => !genres.includes(genre));
    const removed = genres.filter((genre) => !spelled.includes(genre));
    if (added.length > 0) setAnnouncement(t('genres.added', { genre: added.join(', ') }));
    else if (removed.length > 0) setAnnouncement(t('genres.removed', { genre: removed.join(', ') }));
    else return;
    onChange(spelled);
  };
  return { announcement, change };
}

function GenrePill({ genre, onRemove }: { genre: string; onRemove(): void }) {
  const { t } = useTranslation('gameEditor');
  return (
    <Pill
      className={styles.tag ?? ''}
      classNames={{ label: styles.tagLabel, remove: styles.removeTag }}
      withRemoveButton
      removeButtonProps={{
        'aria-hidden': false,
        'aria-label': t('genres.remove', { genre }),
        tabIndex: 0,
      }}
      onRemove={onRemove}
    >
      {genre}
    </Pill>
  );
}

function isIn(genres: readonly string[], genre: string): boolean {
  return genres.some((other) => foldText(other) === foldText(genre));
}

/** Returns the library's spelling of a genre, so that "arcade" and "Arcade" stay one genre. */
function spelledAsKnown(genre: string, known: readonly string[]): string {
  return known.find((other) => foldText(other) === foldText(genre)) ?? genre;
}
