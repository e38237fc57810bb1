// `/login/oidc`: where logins through providers end, with a code, and confirmations, with their result.
import type { Session } from '@cellar/contract/people/accounts.ts';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { PageTitle } from '#admin/site/page-title.tsx';
import { paths } from '#lib/paths.ts';
import { safeReturnTo } from '#people/auth/login-state.ts';
import { ConfirmationResult, FinishLogin } from '#people/auth/oidc/finish-login.tsx';
import { useSessionStore } from '#people/auth/session-context.ts';

export function FinishLoginPage() {
  const { t } = useTranslation('oidc');
  const { hash, search } = useLocation();
  // The first one: the address loses its code as soon as there is a session.
  const [code] = useState(() => new URLSearchParams(hash.slice(1)).get('code'));
  const store = useSessionStore();
  const navigate = useNavigate();
  const handleLogin = useCallback(
    (session: Session, returnTo: string) => {
      store.set(session);
      void navigate(safeReturnTo(returnTo, window.location.origin) ?? paths.games, { replace: true });
    },
    [store, navigate],
  );
  return (
    <>
      <PageTitle>{t('finish.title')}</PageTitle>
      {code ? <FinishLogin code={code} onLogin={handleLogin} /> : <ConfirmationResult search={search} />}
    </>
  );
}
