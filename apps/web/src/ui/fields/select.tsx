// The browser's native select, which is small and familiar on phones, with our chevron.
import { InputBase, type InputBaseProps } from '@mantine/core';
import { IconChevronDown, IconWorld } from '@tabler/icons-react';
import type { ComponentPropsWithoutRef } from 'react';
import styles from './select.module.css';

export interface SelectProps
  extends InputBaseProps,
    Omit<ComponentPropsWithoutRef<'select'>, keyof InputBaseProps> {
  /** A text is both value and label. */
  data: readonly (string | { value: string; label: string })[];
}

export function Select({ data, ...others }: SelectProps) {
  return (
    <InputBase
      component="select"
      size="md"
      pointer
      rightSection={<IconChevronDown size={18} stroke={1.7} />}
      rightSectionPointerEvents="none"
      {...others}
    >
      {data.map((choice) => {
        const { value, label } = typeof choice === 'string' ? { value: choice, label: choice } : choice;
        return (
          <option key={value} value={value}>
            {label}
          </option>
        );
      })}
    </InputBase>
  );
}

// A select that is two letters wide. It shows a short form of the selected value; the browser's list shows the full
// names.

interface CompactSelectProps<Value extends string> {
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
