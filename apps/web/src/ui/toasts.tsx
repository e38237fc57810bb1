// Draws the toasts. Loaded by toaster.tsx.
import { Notifications } from '@mantine/notifications';
import classes from './toasts.module.css';

export function Toasts({ autoCloseMs }: { autoCloseMs: number }) {
  return (
    <Notifications
      position="top-right"
      autoClose={autoCloseMs}
      containerWidth={380}
      classNames={{ root: classes.root ?? '' }}
    />
  );
}
