// Shown instead of other pages to members who must set up two-step login first.
import { useTranslation } from 'react-i18next';
import { RequiredSetup, type RequiredSetupProps } from '#features/account/two-step/required-setup.tsx';
import { PageTitle, useSiteName } from '#features/site/page-title.tsx';

export function RequiredSetupPage(props: Omit<RequiredSetupProps, 'siteName'>) {
  const { t } = useTranslation('secondFactor');
  return (
    <>
      <PageTitle>{t('heading')}</PageTitle>
      <RequiredSetup {...props} siteName={useSiteName()} />
    </>
  );
}
