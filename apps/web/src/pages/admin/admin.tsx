// `/admin`: the tabs of the admin page, each in a separate file of this folder.
import { useTranslation } from 'react-i18next';
import { Checklist } from '#features/checklist/checklist.tsx';
import { TabbedPage } from '#features/site/tabbed-page.tsx';
import { adminTabs } from './tabs.ts';

export function AdminPage() {
  const { t } = useTranslation(['admin', 'settings', 'users', 'downloadActivity', 'tools']);
  const tabs = adminTabs.map((tab) => ({ ...tab, label: t(tab.label) }));
  return (
    <TabbedPage
      title={t('title')}
      lead={t('lead')}
      label={t('tabs.label')}
      tabs={tabs}
      intro={<Checklist />}
      isWide
    />
  );
}
