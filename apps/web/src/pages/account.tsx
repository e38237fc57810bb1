// `/account`: the tabs of the account page. The open tab is in the URL (`?tab=`).
import { Tabs } from '@mantine/core';
import { type ComponentType, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ProfileTab } from '#features/account/profile-tab.tsx';
import { useSession, useSessionStore } from '#features/auth/session-context.ts';
import { useSessionEnd } from '#features/auth/session-end.ts';
import { useDownloadTracker } from '#features/downloads/use-downloads.ts';
import { PageTitle } from '#features/site/page-title.tsx';
import { lateComponent } from '#lib/late-code.ts';
import { keepFocus } from '#ui/keep-focus.ts';
import tabList from '#ui/tab-list.module.css';
import styles from './account.module.css';

const PreferencesTab = lateComponent(
  async () => (await import('#features/account/preferences-tab.tsx')).PreferencesTab,
);

const CurrentDownloads = lateComponent(
  async () => (await import('#features/downloads/current-downloads.tsx')).CurrentDownloads,
);
const DownloadHistory = lateComponent(
  async () => (await import('#features/download-activity/download-history.tsx')).DownloadHistory,
);

interface AccountTab {
  key: 'profile' | 'preferences' | 'downloads' | 'history';
  Component: ComponentType;
}

/** `key` is used in the URL and for the text. The first tab is the default. */
const tabs: readonly [AccountTab, ...AccountTab[]] = [
  { key: 'profile', Component: Profile },
  { key: 'preferences', Component: PreferencesTab },
  { key: 'downloads', Component: CurrentDownloads },
  { key: 'history', Component: History },
];

export function AccountPage() {
  const { t } = useTranslation('account');
  const [params, setParams] = useSearchParams();
  const email = useSession()?.email ?? '';
  const [first] = tabs;
  const { key: open } = tabs.find(({ key }) => key === params.get('tab')) ?? first;
  const handleChange = (key: string | null) => setParams(key && key !== first.key ? { tab: key } : {});
  return (
    <div ref={keepFocus} className={styles.page}>
      <PageTitle>{t('title')}</PageTitle>
      <h1>{t('title')}</h1>
      <p className={styles.lead}>{t('lead', { email })}</p>
      <Tabs
        value={open}
        onChange={handleChange}
        keepMounted={false}
        classNames={{ tab: tabList.tab, list: tabList.tabs }}
      >
        <Tabs.List aria-label={t('tabs.label')}>
          {tabs.map(({ key }) => (
            <Tabs.Tab key={key} value={key}>
              {t(`tabs.${key}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ key, Component }) => (
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

function History() {
  const tracker = useDownloadTracker();
  return <DownloadHistory onDownload={(file) => void tracker.start(file)} />;
}

function Profile() {
  const sessionEnd = useSessionEnd();
  const store = useSessionStore();
  const handleRenamed = ({ name, email }: { name: string; email: string }) => {
    const session = store.get();
    if (session) store.set({ ...session, name, email });
  };
  return <ProfileTab onRenamed={handleRenamed} onDeleted={() => sessionEnd.end('logout')} />;
}
