// The toast of what the server refused: its reason below our words for what failed, or these alone.
import { errorText } from '#i18n/error-text.ts';
import { toast } from './toast.tsx';

export function toastRefusal(error: Parameters<typeof errorText>[0], failed: string): void {
  const reason = errorText(error, failed);
  toast.error(reason, reason === failed ? undefined : failed);
}
