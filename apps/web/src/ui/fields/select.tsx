// The browser's own select (small, and at home on a phone) with a chevron that fits the rest.
import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';

export function Select(props: NativeSelectProps) {
  return <NativeSelect rightSection={<IconChevronDown size={18} stroke={1.7} />} {...props} />;
}
