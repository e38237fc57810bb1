// `/forgot-password`: requests a link to set a new password.
import { useTranslation } from 'react-i18next';
import { PageTitle } from '#admin/site/page-title.tsx';
import { ForgotPassword } from '#people/auth/forgot-password.tsx';

export function ForgotPasswordPage() {
  const { t } = useTranslation('recovery');
  return (
    <>
      <PageTitle>{t('forgot.title')}</PageTitle>
      <ForgotPassword />
    </>
  );
}
