// Says why a passkey could not be created or used. Needs the texts of the group `login`.
import { errorText } from '#i18n/error-text.ts';
import { i18n } from '#i18n/i18n.ts';
import { PasskeyError } from '#lib/passkeys/ceremony.ts';
import { toast } from './toast.tsx';

export function toastPasskeyFailure(error: Parameters<typeof errorText>[0] | PasskeyError): void {
  if (!(error instanceof PasskeyError)) {
    // The member has closed the question whether it is them.
    if (error.body?.code === 'confirmation_required') return;
    // The server's reason says enough.
    toast.error(errorText(error, i18n.t('passkey:failed')));
  }
  // A member who has closed the browser's dialog knows that.
  else if (error.reason !== 'canceled') toast.error(i18n.t(`passkey:${error.reason}`, { host: error.host }));
}
