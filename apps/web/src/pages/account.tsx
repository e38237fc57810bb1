// `/account`: the tabs of the account page.
import { Flex } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSiteName } from '#admin/site/page-title.tsx';
import { TabbedPage } from '#admin/site/tabbed-page.tsx';
import { lazyWithTexts } from '#i18n/language.ts';
import { lazyComponent } from '#lib/lazy-code.ts';
import { ProfileTab } from '#people/account/profile-tab.tsx';
import { useSession, useSessionStore } from '#people/auth/session-context.ts';
import { useSessionEnd } from '#people/auth/session-state.ts';
import { useDownloadTracker } from '#transfer/downloads/use-downloads.ts';

const SecurityTab = lazyWithTexts(
  async () => (await import('#people/account/security-tab.tsx')).SecurityTab,
  'member',
);

const PreferencesTab = lazyComponent(
  async () => (await import('#people/account/preferences-tab.tsx')).PreferencesTab,
);

const CurrentDownloads = lazyComponent(
  async () => (await import('#transfer/downloads/current-downloads.tsx')).CurrentDownloads,
);
const OwnLimits = lazyComponent(
  async () => (await import('#transfer/downloads/limits/own-limits.tsx')).OwnLimits,
);
const DownloadHistory = lazyComponent(
  async () => (await import('#transfer/download-activity/download-history.tsx')).DownloadHistory,
);

/** `key` is used in the URL and for the text. */
const tabs = [
  { key: 'profile', Component: Profile },
  { key: 'security', Component: Security },
  { key: 'preferences', Component: Preferences },
  { key: 'downloads', Component: Downloads },
  { key: 'history', Component: History },
] as const;

export function AccountPage() {
  const { t } = useTranslation('account');
  const email = useSession()?.email ?? '';
  return (
    <TabbedPage
      title={t('title')}
      lead={t('lead', { email })}
      label={t('tabs.label')}
      tabs={tabs.map((tab) => ({ ...tab, label: t(`tabs.${tab.key}`) }))}
    />
  );
}

function Downloads() {
  return (
    <Flex direction="column" gap="var(--space-5)">
      <CurrentDownloads />
      <OwnLimits />
    </Flex>
  );
}

function Security() {
  const session = useSession();
  return (
    <SecurityTab
      email={session?.email ?? ''}
      siteName={useSiteName()}
      isAdmin={session?.isAdmin === true}
      isContributor={session?.isContributor === true}
    />
  );
}

function Preferences() {
  return <PreferencesTab isAdmin={useSession()?.isAdmin === true} />;
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
