// The browser's native select, which is small and familiar on phones, with our chevron.
import { InputBase, type InputBaseProps } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ComponentPropsWithoutRef } from 'react';

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
