// A button with three dots, and the menu that it opens: everything about one thing that few people need.
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { ActionIcon, type ActionIconProps, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './more-menu.module.css';

export interface MoreMenuProps {
  /** The accessible name of the button. */
  label: string;
  variant?: ActionIconProps['variant'];
  isLoading?: boolean;
  /** `Menu.Item`, `Menu.Divider` and `Menu.Label` of Mantine. `data-danger` marks what is hard to undo. */
  children: ReactNode;
}

/** Not in a portal, because a menu at the end of the page would lie below an open dialog. */
export function MoreMenu({ label, variant = 'subtle', isLoading = false, children }: MoreMenuProps) {
  return (
    <Menu
      position="bottom-end"
      transitionProps={{ duration: 120 }}
      classNames={{ dropdown: styles.menu, item: styles.item }}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <ActionIcon variant={variant} size="lg" aria-label={label} loading={isLoading}>
          <IconDots size={20} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
