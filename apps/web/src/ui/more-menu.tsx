// A button with three dots, and the menu that it opens: everything about one thing that few people need.
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { ActionIcon, type ActionIconProps, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
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
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  /** While it is open, these keys must not act on what is around it: a dialog, or the games beside the open one. */
  const handleKeyDown = (event: KeyboardEvent) => {
    if (!isOpen || !['Escape', 'ArrowLeft', 'ArrowRight'].includes(event.key)) return;
    event.preventDefault();
    if (event.key !== 'Escape') return;
    setOpen(false);
    button.current?.focus();
  };
  return (
    <Menu
      opened={isOpen}
      onChange={setOpen}
      closeOnEscape={false}
      returnFocus={false}
      position="bottom-end"
      transitionProps={{ duration: 120 }}
      classNames={{ dropdown: styles.menu, item: styles.item }}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <ActionIcon
          ref={button}
          variant={variant}
          size="lg"
          aria-label={label}
          loading={isLoading}
          onKeyDown={handleKeyDown}
        >
          <IconDots size={20} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      {/* The button takes the focus back before an item acts: the item may move it to a field, and a dialog returns it here. */}
      <Menu.Dropdown
        onClickCapture={() => button.current?.focus({ preventScroll: true })}
        onKeyDown={handleKeyDown}
      >
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
