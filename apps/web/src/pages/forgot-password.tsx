// `/forgot-password`: requests a link to set a new password.
import { useTranslation } from 'react-i18next';
import { ForgotPassword } from '#features/auth/forgot-password.tsx';
import { PageTitle } from '#features/site/page-title.tsx';

export function ForgotPasswordPage() {
  const { t } = useTranslation('recovery');
  return (
    <>
      <PageTitle>{t('forgot.title')}</PageTitle>
      <ForgotPassword />
    </>
  );
}
