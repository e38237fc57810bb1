// Genres as tags, which can be typed or chosen.
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { foldText } from '@cellar/contract/rules/sort.ts';
import { Pill, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './bulk.module.css';

export interface GenreTagsProps {
  label: string;
  hint: string;
  genres: string[];
  /** The genres to choose from. */
  known: readonly string[];
  onChange(genres: string[]): void;
}

export function GenreTags({ label, hint, genres, known, onChange }: GenreTagsProps) {
  const { t } = useTranslation('bulkChanges');
  const [typed, setTyped] = useState('');
  // The open list would cover the dialog's buttons.
  const isClosed = typed === '' && genres.length > 0;
  const isIn = (list: readonly string[], genre: string) =>
    list.some((other) => foldText(other) === foldText(genre));
  return (
    <TagsInput
      label={label}
      description={hint}
      inputWrapperOrder={['label', 'description', 'error', 'input']}
      size="md"
      data-autofocus
      data={known.filter((genre) => !isIn(genres, genre))}
      value={genres}
      searchValue={typed}
      onSearchChange={setTyped}
      {...(isClosed && { dropdownOpened: false })}
      classNames={{ input: styles.tagBox, inputField: styles.tagInput }}
      maxTags={20}
      maxLength={100}
      // What was typed counts even if Enter was not pressed.
      acceptValueOnBlur
      enterKeyHint="enter"
      isDuplicate={(genre, tags) => isIn(tags, genre)}
      comboboxProps={{ withinPortal: false, classNames: { dropdown: styles.choices } }}
      renderPill={({ value, onRemove }) => (
        <Pill
          className={styles.tag ?? ''}
          classNames={{ remove: styles.removeTag }}
          withRemoveButton
          removeButtonProps={{
            'aria-hidden': false,
            'aria-label': t('genres.remove', { genre: String(value) }),
            tabIndex: 0,
          }}
          {...(onRemove && { onRemove })}
        >
          {String(value)}
        </Pill>
      )}
      onChange={(next) => onChange(next.map((genre) => spelledAsKnown(genre.trim(), known)).filter(Boolean))}
    />
  );
}

/** Returns the library's spelling of a genre, so that "arcade" and "Arcade" stay one genre. */
function spelledAsKnown(genre: string, known: readonly string[]): string {
  return known.find((other) => foldText(other) === foldText(genre)) ?? genre;
}
