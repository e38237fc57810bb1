// Draws the toasts, over an open dialog too. Loaded by toaster.tsx.
import { Notifications } from '@mantine/notifications';
import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import classes from './toasts.module.css';
import { onTopLayerChange, topDialog } from './top-layer.ts';

export function Toasts({ autoCloseMs }: { autoCloseMs: number }) {
  const dialog = useSyncExternalStore(onTopLayerChange, topDialog);
  return createPortal(
    <Notifications
      withinPortal={false}
      position="top-right"
      autoClose={autoCloseMs}
      containerWidth={380}
      classNames={{ root: classes.root ?? '' }}
    />,
    dialog ?? document.body,
  );
}
