// `/admin`: the tabs of the admin page, each in a separate file of this folder.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { checklistQuery } from '#admin/checklist/checklist.queries.ts';
import { Checklist } from '#admin/checklist/checklist.tsx';
import { TabbedPage } from '#admin/site/tabbed-page.tsx';
import { lastAdminList, paramsOf } from '#games/games-admin/admin-list.ts';
import { useApi } from '#lib/api-context.ts';
import { adminTabs } from './tabs.ts';

export function AdminPage() {
  const { t } = useTranslation(['admin', 'settings', 'users', 'downloadActivity', 'tools']);
  const { isLoading } = useQuery(checklistQuery(useApi()));
  const tabs = adminTabs.map((tab) => ({ ...tab, label: t(tab.label) }));
  return (
    <TabbedPage
      title={t('title')}
      lead={t('lead')}
      label={t('tabs.label')}
      tabs={tabs}
      intro={<Checklist />}
      isIntroPending={isLoading}
      isWide
      paramsOfFirst={() => paramsOf(lastAdminList.get())}
    />
  );
}
