// What a field holds, to be read: a text, a list, pictures. Used where two edits are compared.
import type { EditableField } from '@cellar/contract/game-edit.ts';
import { artworkUrlAt } from '@cellar/contract/rules/artwork.ts';
import { useTranslation } from 'react-i18next';
import { ShownValue } from '#ui/fields/shown-value.tsx';
import type { EditorValues } from '../draft/editor-values.ts';

export interface FieldValueProps {
  field: EditableField;
  value: EditorValues[EditableField];
}

export function FieldValue({ field, value }: FieldValueProps) {
  const { t } = useTranslation('gameEditor');
  const items = [value ?? ''].flat().filter((item) => item.trim() !== '');
  const isPicture = field === 'boxArtUrl' || field === 'gameplayImages';
  const pictures = items.map((url, index) => ({
    src: artworkUrlAt(url, 200),
    alt: t('conflict.picture', { number: index + 1 }),
  }));
  return (
    <ShownValue
      text={items.join(field === 'genres' ? ', ' : '\n')}
      pictures={isPicture ? pictures : undefined}
      empty={t('conflict.empty')}
    />
  );
}
