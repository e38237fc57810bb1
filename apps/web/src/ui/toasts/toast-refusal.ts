// Shows an error toast with our description of the failure and, if there is one, the server's reason.
import { errorText } from '#i18n/error-text.ts';
import { toast } from './toast.tsx';

export function toastRefusal(error: Parameters<typeof errorText>[0], failed: string): void {
  // The member has closed the question whether it is them, so the request was given up on purpose.
  if (error.body?.code === 'confirmation_required') return;
  const reason = errorText(error, failed);
  toast.error(reason, reason === failed ? undefined : failed);
}
