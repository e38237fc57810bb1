// One field that two admins have changed: theirs and mine side by side, one of them to be chosen. Used by the conflict
// dialog.
import type { EditableField } from '@cellar/contract/game-edit.ts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditorValues } from '../draft/editor-values.ts';
import styles from './conflict-dialog.module.css';
import { FieldValue } from './field-value.tsx';

export type Side = 'theirs' | 'mine';

export interface ConflictFieldProps {
  field: EditableField;
  theirs: EditorValues[EditableField];
  mine: EditorValues[EditableField];
  chosen: Side | undefined;
  onChoose(side: Side): void;
}

export function ConflictField({ field, chosen, onChoose, ...values }: ConflictFieldProps) {
  const { t } = useTranslation('gameEditor');
  const name = useId();
  return (
    <fieldset className={styles.field}>
      <legend className={styles.legend}>
        <span className={styles.fieldName}>{t(`fields.${field}`)}</span>
      </legend>
      {(['theirs', 'mine'] as const).map((side) => (
        <label key={side} className={styles.side}>
          <input
            type="radio"
            name={name}
            value={side}
            checked={chosen === side}
            // Neither is chosen beforehand: what the browser asks for here must be looked at.
            required
            onChange={() => onChoose(side)}
          />
          <span className={styles.sideName}>{t(`conflict.${side}`)}</span>
          <span className={styles.value}>
            <FieldValue value={values[side]} field={field} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}
