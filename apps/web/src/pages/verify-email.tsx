// `/verify-email?token=`: the target of the verification link.
import { memberApi } from '@cellar/contract/member-api.ts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { PageTitle } from '#admin/site/page-title.tsx';
import { useApi } from '#lib/services-context.ts';
import { EmailVerification, Unverified } from '#people/auth/email-verification.tsx';
import { useSessionStore } from '#people/auth/session-context.ts';

export function VerifyEmailPage() {
  const { t } = useTranslation('recovery');
  const [params] = useSearchParams();
  const handleVerified = useFreshAddress();
  const token = params.get('token')?.trim();
  return (
    <>
      <PageTitle>{t('verify.title')}</PageTitle>
      {token ? (
        <EmailVerification key={token} token={token} onVerified={handleVerified} />
      ) : (
        <Unverified state="invalid" />
      )}
    </>
  );
}

/** Updates the session if a logged-in member has confirmed a new address. */
function useFreshAddress() {
  const client = useApi();
  const store = useSessionStore();
  return useCallback(() => {
    const session = store.get();
    if (!session) return;
    client.call(memberApi.me).then(
      (me) => {
        if (store.get()?.token === session.token) store.set({ ...session, ...me });
      },
      () => {
        // The next page load tries again.
      },
    );
  }, [client, store]);
}
