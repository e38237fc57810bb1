// The browser's native select, which is small and familiar on phones, with our chevron.
import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';

export function Select(props: NativeSelectProps) {
  return <NativeSelect rightSection={<IconChevronDown size={18} stroke={1.7} />} {...props} />;
}
