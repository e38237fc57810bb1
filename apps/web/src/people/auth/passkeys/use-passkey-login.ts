// Logging in with a passkey: by a button, or from the menu of the email field.

import { memberApi } from '@cellar/contract/member-api.ts';
import type { LoginResponse } from '@cellar/contract/people/accounts.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { useApi } from '#lib/api-context.ts';
import type { ApiError } from '#lib/api-error.ts';
import { loadOnce } from '#lib/lazy-code.ts';
import { canOfferPasskeys, offerPasskeys } from '#lib/passkeys/offer.ts';
import { useLatest } from '#lib/use-latest.ts';
import { toast } from '#ui/toasts/toast.tsx';

/** The server's challenges last 5 minutes. */
const renewMs = 4 * 60_000;

export function usePasskeyLogin(onAnswer: (answer: LoginResponse) => void) {
  const { t } = useTranslation(['auth', 'passkey']);
  const client = useApi();
  const latest = useLatest({
    onAnswer,
    onRefused: (error: ApiError) => toast.error(errorText(error, t('passkey:failed'))),
  });
  const login = useMutation({
    mutationFn: async () => {
      const { logInWithPasskey } = await loadOnce(() => import('./log-in-with-passkey.ts'));
      return logInWithPasskey(client);
    },
    onSuccess: (answer) => answer && latest.current.onAnswer(answer),
    // The code could not be loaded.
    onError: () => toast.error(t('noConnection'), t('failed')),
  });
  const { isPending } = login;
  useEffect(() => {
    // The button's request takes the place of the offer, which begins again afterwards.
    if (isPending) return undefined;
    return offer(client, {
      onAnswer: (answer) => latest.current.onAnswer(answer),
      onRefused: (error) => latest.current.onRefused(error),
    });
  }, [client, isPending, latest]);
  return login;
}

interface OfferResult {
  onAnswer(answer: LoginResponse): void;
  onRefused(error: ApiError): void;
}

/** Returns a function that stops it. */
function offer(client: ApiClient, { onAnswer, onRefused }: OfferResult): () => void {
  let stopping = new AbortController();
  const begin = async ({ signal }: AbortController) => {
    if (!(await canOfferPasskeys())) return;
    const options = await client.call(memberApi.askForLoginPasskey, { signal });
    const credential = await offerPasskeys(options, signal);
    if (!credential) return;
    // From here on, the member has chosen a passkey.
    await client
      .call(memberApi.logInWithPasskey, { body: { credential } })
      .then(onAnswer, (error: ApiError) => {
        onRefused(error);
        if (!signal.aborted) beginQuietly();
      });
  };
  // Nobody has asked for the offer itself, so its failures are not shown. The button is still there.
  const beginQuietly = () => void begin(stopping).catch(() => undefined);
  beginQuietly();
  const renewing = setInterval(() => {
    stopping.abort();
    stopping = new AbortController();
    beginQuietly();
  }, renewMs);
  return () => {
    clearInterval(renewing);
    stopping.abort();
  };
}
