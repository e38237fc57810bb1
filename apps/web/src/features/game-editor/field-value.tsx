// What a field holds, to be read: a text, a list, pictures. Used where two edits are compared.
import type { EditableField } from '@cellar/contract/game-edit.ts';
import { artworkUrlAt } from '@cellar/contract/rules/artwork.ts';
import { useTranslation } from 'react-i18next';
import type { EditorValues } from './editor-values.ts';
import styles from './field-value.module.css';

export interface FieldValueProps {
  field: EditableField;
  value: EditorValues[EditableField];
}

export function FieldValue({ field, value }: FieldValueProps) {
  const { t } = useTranslation('gameEditor');
  const items = [value ?? ''].flat().filter((item) => item.trim() !== '');
  if (items.length === 0) return <span className={styles.empty}>{t('conflict.empty')}</span>;
  const isPicture = field === 'boxArtUrl' || field === 'gameplayImages';
  if (isPicture) {
    return (
      <span className={styles.pictures}>
        {items.map((url, index) => (
          <img
            key={url}
            className={styles.picture}
            src={artworkUrlAt(url, 200)}
            alt={t('conflict.picture', { number: index + 1 })}
          />
        ))}
      </span>
    );
  }
  const text = field === 'genres' ? items.join(', ') : items.join('\n');
  return <span className={styles.text}>{text}</span>;
}
