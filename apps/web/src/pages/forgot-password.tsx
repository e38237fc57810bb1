// `/forgot-password`: requests a link to set a new password.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '#admin/site/page-title.tsx';
import { siteQuery } from '#admin/site/site.queries.ts';
import { useApi } from '#lib/services-context.ts';
import { ForgotPassword } from '#people/auth/forgot-password.tsx';

export function ForgotPasswordPage() {
  const { t } = useTranslation('recovery');
  const { sendsMail = true } = useQuery(siteQuery(useApi())).data ?? {};
  return (
    <>
      <PageTitle>{t('forgot.title')}</PageTitle>
      <ForgotPassword sendsMail={sendsMail} />
    </>
  );
}
