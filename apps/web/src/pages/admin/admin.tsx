// `/admin`: the frame of tabs; each tab is a file of its own beside this one. The open tab is in the URL (`?tab=`).
import { Tabs } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { PageTitle } from '#features/site/page-title.tsx';
import styles from './admin.module.css';
import { adminTabs } from './tabs.ts';

export function AdminPage() {
  const { t } = useTranslation(['admin', 'settings', 'users', 'tools']);
  const [params, setParams] = useSearchParams();
  const [first] = adminTabs;
  const { key: open } = adminTabs.find(({ key }) => key === params.get('tab')) ?? first;
  const list = useTabInSight(open);
  const handleChange = (key: string | null) => setParams(key && key !== first.key ? { tab: key } : {});
  return (
    <div className={styles.page}>
      <PageTitle>{t('title')}</PageTitle>
      <h1>{t('title')}</h1>
      <p className={styles.lead}>{t('lead')}</p>
      <Tabs
        value={open}
        onChange={handleChange}
        keepMounted={false}
        classNames={{ tab: styles.tab, list: styles.tabs }}
      >
        <Tabs.List ref={list} aria-label={t('tabs.label')}>
          {adminTabs.map(({ key, label, Badge }) => (
            <Tabs.Tab key={key} value={key} rightSection={Badge && <Badge />}>
              {t(label)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {adminTabs.map(({ key, Component }) => (
          <Tabs.Panel key={key} value={key}>
            <Component />
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  );
}

/** On a phone the tabs scroll sideways: the open one is in sight, also when a badge makes another one wider. */
function useTabInSight(open: string) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open tab is what it looks for in the list
  useEffect(() => {
    const tabs = list.current;
    const tab = tabs?.querySelector('[aria-selected="true"]');
    if (!tabs || !tab) return;
    const observer = new ResizeObserver(() => {
      const [outer, inner] = [tabs.getBoundingClientRect(), tab.getBoundingClientRect()];
      tabs.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
    });
    for (const child of tabs.children) observer.observe(child);
    return () => observer.disconnect();
  }, [open]);
  return list;
}
