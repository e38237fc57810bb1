// A select that is two letters wide. It shows a short form of the selected value; the browser's list shows the full
// names.
import { IconWorld } from '@tabler/icons-react';
import styles from './compact-select.module.css';

export interface CompactSelectProps<Value extends string> {
  label: string;
  shown: string;
  value: string;
  choices: readonly { value: Value; label: string }[];
  onChange(value: Value): void;
}

export function CompactSelect<Value extends string>(props: CompactSelectProps<Value>) {
  const { label, shown, value, choices, onChange } = props;
  return (
    // Arrow keys that only pass it would choose another language (app/gamepad/). It is among the preferences, too.
    <span className={styles.root} title={label} data-skip-arrows>
      <IconWorld size={18} stroke={1.7} aria-hidden />
      <span aria-hidden>{shown}</span>
      <select
        className={styles.select}
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as Value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </span>
  );
}
