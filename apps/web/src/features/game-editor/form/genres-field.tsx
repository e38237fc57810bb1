// The genres of a game as tags: typed or taken from those of the library. Used by the metadata form.
import { foldText } from '@cellar/contract/rules/sort.ts';
import { Button, Input, VisuallyHidden } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ChangeEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './genres-field.module.css';

export interface GenresFieldProps {
  genres: readonly string[];
  known: readonly string[];
  error: string | undefined;
  onChange(genres: string[]): void;
}

export function GenresField({ genres, known, error, onChange }: GenresFieldProps) {
  const { t } = useTranslation('gameEditor');
  const [typed, setTyped] = useState('');
  const [said, setSaid] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const [id, listId, errorId, hintId] = [useId(), useId(), useId(), useId()];
  const isChosen = (genre: string) => genres.some((other) => foldText(other) === foldText(genre));
  const choices = known.filter((genre) => !isChosen(genre));

  const add = (text: string) => {
    const added = [...new Set(text.split(',').map((part) => part.trim()))].filter(
      (part) => part && !isChosen(part),
    );
    setTyped('');
    if (added.length === 0) return;
    onChange([...genres, ...added.map((genre) => spelledAsKnown(genre, known))]);
    setSaid(t('genres.added', { genre: added.join(', ') }));
  };
  const remove = (genre: string) => {
    onChange(genres.filter((other) => other !== genre));
    setSaid(t('genres.removed', { genre }));
    input.current?.focus();
  };
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    const { value } = event.currentTarget;
    // A choice out of the list comes at once and whole, without a key.
    const { inputType = 'insertReplacementText' } = event.nativeEvent as InputEvent;
    const isTaken = inputType === 'insertReplacementText' && choices.includes(value);
    if (isTaken || value.includes(',')) add(value);
    else setTyped(value);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && typed.trim()) {
      // Not the form.
      event.preventDefault();
      add(typed);
    } else if (event.key === 's' && (event.ctrlKey || event.metaKey)) {
      // Saves, and then this belongs to it.
      add(typed);
    } else if (event.key === 'Backspace' && typed === '' && genres.length > 0) {
      remove(genres.at(-1) ?? '');
    }
  };
  return (
    <div className={styles.field}>
      <Input.Label htmlFor={id} size="md">
        {t('fields.genres')}
      </Input.Label>
      {genres.length > 0 && (
        <ul className={styles.tags} aria-label={t('genres.chosen')}>
          {genres.map((genre) => (
            <li key={genre} className={styles.tag}>
              {genre}
              <button
                type="button"
                className={styles.remove}
                aria-label={t('genres.remove', { genre })}
                onClick={() => remove(genre)}
              >
                <IconX size={14} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.line}>
        <Input
          ref={input}
          id={id}
          size="md"
          className={styles.input}
          value={typed}
          list={listId}
          autoComplete="off"
          enterKeyHint="enter"
          error={Boolean(error)}
          aria-describedby={error ? `${hintId} ${errorId}` : hintId}
          onChange={handleChange}
          onKeyDown={handleKey}
          // What was typed and not confirmed is meant all the same.
          onBlur={() => add(typed)}
        />
        <datalist id={listId}>
          {choices.map((genre) => (
            <option key={genre} value={genre} />
          ))}
        </datalist>
        <Button variant="default" onClick={() => add(typed)}>
          {t('genres.add')}
        </Button>
      </div>
      <Input.Description id={hintId}>{t('genres.hint')}</Input.Description>
      {error && <Input.Error id={errorId}>{error}</Input.Error>}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </div>
  );
}

/** One spelling for the whole library. */
function spelledAsKnown(genre: string, known: readonly string[]): string {
  return known.find((other) => foldText(other) === foldText(genre)) ?? genre;
}
