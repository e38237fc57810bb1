// `/admin`: the tabs of the admin page, each in a separate file of this folder. The open tab is in the URL (`?tab=`).
import { Tabs } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { PageTitle } from '#features/site/page-title.tsx';
import { keepFocus } from '#ui/keep-focus.ts';
import tabList from '#ui/tab-list.module.css';
import styles from './admin.module.css';
import { adminTabs } from './tabs.ts';

export function AdminPage() {
  const { t } = useTranslation(['admin', 'settings', 'users', 'downloadActivity', 'tools']);
  const [params, setParams] = useSearchParams();
  const [first] = adminTabs;
  const { key: open } = adminTabs.find(({ key }) => key === params.get('tab')) ?? first;
  const handleChange = (key: string | null) => setParams(key && key !== first.key ? { tab: key } : {});
  return (
    <div ref={keepFocus} className={styles.page}>
      <PageTitle>{t('title')}</PageTitle>
      <h1>{t('title')}</h1>
      <p className={styles.lead}>{t('lead')}</p>
      <Tabs
        value={open}
        onChange={handleChange}
        keepMounted={false}
        classNames={{ tab: tabList.tab, list: tabList.tabs }}
      >
        <Tabs.List aria-label={t('tabs.label')}>
          {adminTabs.map(({ key, label, Badge }) => (
            <Tabs.Tab key={key} value={key} rightSection={Badge && <Badge />}>
              {t(label)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {adminTabs.map(({ key, Component }) => (
          <Tabs.Panel key={key} value={key}>
            <Suspense>
              <Component />
            </Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  );
}
