// Switches between the system's color scheme, light and dark.
import { ActionIcon, type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';

const order: MantineColorScheme[] = ['auto', 'light', 'dark'];
const icons = { auto: IconDeviceDesktop, light: IconSun, dark: IconMoon };

export interface ColorSchemeToggleProps {
  /** Returns the button's name, for the current and the next color scheme. */
  label(chosen: MantineColorScheme, next: MantineColorScheme): string;
}

export function ColorSchemeToggle({ label }: ColorSchemeToggleProps) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const next = order[(order.indexOf(colorScheme) + 1) % order.length] ?? 'auto';
  const Icon = icons[colorScheme];
  const text = label(colorScheme, next);
  return (
    <ActionIcon
      variant="subtle"
      size="lg"
      aria-label={text}
      title={text}
      onClick={() => setColorScheme(next)}
    >
      <Icon size={20} stroke={1.7} />
    </ActionIcon>
  );
}
