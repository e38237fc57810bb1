// `/reset-password?token=`: sets a new password with the link from the email.
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { PageTitle } from '#admin/site/page-title.tsx';
import { ResetPassword } from '#people/auth/reset-password.tsx';

export function ResetPasswordPage() {
  const { t } = useTranslation('recovery');
  const [params] = useSearchParams();
  const token = params.get('token')?.trim() || undefined;
  return (
    <>
      <PageTitle>{t('reset.title')}</PageTitle>
      <ResetPassword key={token} token={token} />
    </>
  );
}
