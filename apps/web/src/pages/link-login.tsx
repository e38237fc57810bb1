// `/login/link?to=`: after a login with a password, offers to link the login of a provider that was tried before.
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { PageTitle } from '#admin/site/page-title.tsx';
import { paths } from '#lib/paths.ts';
import { safeReturnTo } from '#people/auth/login-state.ts';
import { LinkOffer } from '#people/auth/oidc/link-offer.tsx';

export function LinkLoginPage() {
  const { t } = useTranslation('oidc');
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const returnTo = safeReturnTo(query.get('to'), window.location.origin) ?? paths.games;
  const handleDone = useCallback(() => void navigate(returnTo, { replace: true }), [navigate, returnTo]);
  return (
    <>
      <PageTitle>{t('offer.title')}</PageTitle>
      <LinkOffer onDone={handleDone} />
    </>
  );
}
