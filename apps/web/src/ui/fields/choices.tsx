// A radio group whose options are cards with an explanation each.

import { Text } from '@mantine/core';
import { type CSSProperties, useId } from 'react';
import layout from '../layout.module.css';
import styles from './choices.module.css';

export interface ChoiceCardsProps<Value extends string> {
  label: string;
  value: Value;
  /** The number of columns, except on phones. */
  columns: 2 | 3;
  options: readonly { value: NoInfer<Value>; label: string; meaning: string }[];
  /** Shown below the cards. */
  note?: string;
  onChange(value: NoInfer<Value>): void;
}

export function ChoiceCards<Value extends string>(props: ChoiceCardsProps<Value>) {
  const { label, value, columns, options, note, onChange } = props;
  const id = useId();
  return (
    <fieldset className={styles.group} aria-describedby={note ? id : undefined}>
      <legend className={styles.legend}>
        <span className={styles.heading}>{label}</span>
      </legend>
      <div className={styles.choices} style={{ '--columns': columns } as CSSProperties}>
        {options.map((option) => (
          <label key={option.value} className={styles.choice}>
            <input
              type="radio"
              name={id}
              aria-labelledby={`${id}-${option.value}`}
              aria-describedby={`${id}-${option.value}-meaning`}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span id={`${id}-${option.value}`} className={styles.name}>
              {option.label}
            </span>
            <span id={`${id}-${option.value}-meaning`} className={styles.meaning}>
              {option.meaning}
            </span>
          </label>
        ))}
      </div>
      {note && (
        <Text id={id} c="dimmed" fz="var(--text-2)">
          {note}
        </Text>
      )}
    </fieldset>
  );
}

// Chooses a part of a list. Each button says how many entries its part has; those without entries are less prominent.

interface CountChoiceProps<Part extends string> {
  label: string;
  parts: readonly { part: Part; label: string; count: number }[];
  chosen: Part | undefined;
  onChoose(part: Part): void;
}

export function CountChoice<Part extends string>({ label, parts, chosen, onChoose }: CountChoiceProps<Part>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-label={label} className={layout.row2}>
      {parts.map(({ part, label: text, count }) => (
        <button
          key={part}
          type="button"
          className={styles.pill}
          aria-pressed={part === chosen}
          data-some={count > 0 || undefined}
          onClick={() => onChoose(part)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
