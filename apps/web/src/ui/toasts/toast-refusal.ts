// Shows an error toast with our description of the failure and, if there is one, the server's reason.
import { errorText } from '#i18n/error-text.ts';
import { toast } from './toast.tsx';

/** Returns the id of the toast, if there is one. */
export function toastRefusal(error: Parameters<typeof errorText>[0], failed: string): number | undefined {
  // The member has closed the question whether it is them, so the request was given up on purpose.
  if (error.body?.code === 'confirmation_required') return undefined;
  const reason = errorText(error, failed);
  return toast.error(reason, reason === failed ? undefined : failed);
}
