// Shown instead of other pages to members who must set up two-step login first.
import { useTranslation } from 'react-i18next';
import { PageTitle, useSiteName } from '#admin/site/page-title.tsx';
import { RequiredSetup, type RequiredSetupProps } from '#people/account/two-step/required-setup.tsx';

export function RequiredSetupPage(props: Omit<RequiredSetupProps, 'siteName'>) {
  const { t } = useTranslation('secondFactor');
  return (
    <>
      <PageTitle>{t('heading')}</PageTitle>
      <RequiredSetup {...props} siteName={useSiteName()} />
    </>
  );
}
