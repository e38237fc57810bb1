// One fact of a game in a line of its own. Used by the metadata form.
import { TextInput } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { GameEditor } from '../draft/use-game-editor.ts';

export interface FactFieldProps {
  editor: GameEditor;
  field:
    | 'releaseDate'
    | 'developer'
    | 'publisher'
    | 'rating'
    | 'ratingCount'
    | 'ageRating'
    | 'franchise'
    | 'collection';
  hint?: string;
  type?: 'text' | 'date';
  inputMode?: 'text' | 'decimal' | 'numeric';
}

/** What a date field holds while only a part of the day is typed: the browser then says that it is empty. */
const halfADay = '-';

export function FactField({ editor, field, hint, type = 'text', inputMode = 'text' }: FactFieldProps) {
  const { t } = useTranslation('gameEditor');
  const value = editor.values[field];
  const handleChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
    editor.set(field, currentTarget.validity.badInput ? halfADay : currentTarget.value);
  return (
    <TextInput
      label={t(`fields.${field}`)}
      description={hint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      type={type}
      inputMode={inputMode}
      autoComplete="off"
      value={value === halfADay && type === 'date' ? '' : value}
      error={editor.errors[field]}
      onChange={handleChange}
    />
  );
}
