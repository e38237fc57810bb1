// Says why a passkey could not be created or used. Needs the texts of the group `login`.
import { i18n } from '#i18n/i18n.ts';
import { PasskeyError } from '#lib/passkeys/ceremony.ts';
import { toast } from './toast.tsx';
import { toastRefusal } from './toast-refusal.ts';

export function toastPasskeyFailure(error: Parameters<typeof toastRefusal>[0] | PasskeyError): void {
  if (!(error instanceof PasskeyError)) toastRefusal(error, i18n.t('passkey:failed'));
  // A member who has closed the browser's dialog knows that.
  else if (error.reason !== 'canceled') toast.error(i18n.t(`passkey:${error.reason}`, { host: error.host }));
}
