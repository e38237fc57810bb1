// An error toast: our text for what failed, plus the server's reason if there is one.
import { errorText } from '#i18n/error-text.ts';
import { toast } from './toast.tsx';

export function toastRefusal(error: Parameters<typeof errorText>[0], failed: string): void {
  const reason = errorText(error, failed);
  toast.error(reason, reason === failed ? undefined : failed);
}
