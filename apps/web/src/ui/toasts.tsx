// Draws the toasts. Loaded by toaster.tsx.
import { Notifications } from '@mantine/notifications';

export function Toasts({ autoCloseMs }: { autoCloseMs: number }) {
  return <Notifications position="top-right" autoClose={autoCloseMs} containerWidth={380} />;
}
