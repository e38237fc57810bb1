// The frame of every page but the set-up: skip link, bar with navigation, the page itself. On a phone the navigation
// stands at the bottom, in reach of a thumb.
import { Button } from '@mantine/core';
import {
  IconHome,
  IconLayoutGrid,
  IconLogin2,
  IconLogout2,
  IconSettings,
  IconUserCircle,
} from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, Outlet } from 'react-router';
import { useSession } from '#features/auth/session-context.ts';
import { useDownloads } from '#features/downloads/use-downloads.ts';
import { useSiteName } from '#features/site/page-title.tsx';
import { setLanguage } from '#i18n/language.ts';
import { languageNames, languages } from '#i18n/languages.ts';
import { BrandMark } from '#ui/brand-mark.tsx';
import { ColorSchemeToggle } from '#ui/color-scheme-toggle.tsx';
import { CompactSelect } from '#ui/compact-select.tsx';
import type { OpenedUploads } from './opened-uploads.ts';
import { PanelButtons } from './panel-buttons.tsx';
import { paths } from './paths.ts';
import styles from './shell.module.css';
import { useLogout } from './use-logout.ts';
import { usePageFocus } from './use-page-focus.ts';
import { usePanel } from './use-panel.ts';
import { useShortcuts } from './use-shortcuts.ts';

// For admins alone, so not part of the first load.
const WaitingDot = lazy(async () => ({
  default: (await import('#features/users/waiting-dot.tsx')).WaitingDot,
}));

const DownloadPill = lazy(async () => ({
  default: (await import('#features/downloads/download-pill.tsx')).DownloadPill,
}));

const UploadPill = lazy(async () => ({
  default: (await import('#features/uploads/upload-pill.tsx')).UploadPill,
}));

export function Shell({ uploads }: { uploads: OpenedUploads }) {
  const { t } = useTranslation();
  const main = usePageFocus();
  const { Panel, open, close } = usePanel();
  useShortcuts(open);
  return (
    <>
      <a className={styles.skip} href="#content">
        {t('skipToContent')}
      </a>
      <header className={styles.bar}>
        <div className={styles.inner}>
          <Brand />
          <Navigation />
          <div className={styles.actions}>
            <Downloads />
            <Uploads opened={uploads} />
            <PanelButtons onOpen={open} />
            <ColorSchemeToggle
              label={(chosen, next) =>
                t('colorScheme.label', { scheme: t(`colorScheme.${chosen}`), next: t(`colorScheme.${next}`) })
              }
            />
            <VisitorLanguage />
            <LoginOrLogout />
          </div>
        </div>
      </header>
      <main ref={main} id="content" tabIndex={-1} className={styles.main}>
        {/* The bar stays while a page's code is on its way. */}
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
      {Panel && <Panel onClose={close} onOpen={open} />}
    </>
  );
}

function Brand() {
  const siteName = useSiteName();
  return (
    <Link to={paths.home} className={styles.brand}>
      <BrandMark size={30} />
      <span className={styles.siteName}>{siteName}</span>
    </Link>
  );
}

function Navigation() {
  const { t } = useTranslation();
  const session = useSession();
  return (
    <nav className={styles.nav} aria-label={t('nav.label')}>
      <NavItem to={paths.home} icon={<IconHome size={20} stroke={1.7} />}>
        {t('nav.home')}
      </NavItem>
      {session && (
        <NavItem to={paths.games} icon={<IconLayoutGrid size={20} stroke={1.7} />}>
          {t('nav.games')}
        </NavItem>
      )}
      {session && (
        <NavItem to={paths.account} icon={<IconUserCircle size={20} stroke={1.7} />}>
          {t('nav.account')}
        </NavItem>
      )}
      {session?.isAdmin && (
        <NavItem to={paths.admin} icon={<IconSettings size={20} stroke={1.7} />}>
          {t('nav.admin')}
          <Suspense>
            <WaitingDot />
          </Suspense>
        </NavItem>
      )}
    </nav>
  );
}

function NavItem({ to, icon, children }: { to: string; icon: ReactNode; children: ReactNode }) {
  return (
    <NavLink to={to} end className={styles.navItem}>
      <span className={styles.navIcon} aria-hidden>
        {icon}
      </span>
      {children}
    </NavLink>
  );
}

/** What is on its way to the member. */
function Downloads() {
  const downloads = useDownloads();
  if (downloads.length === 0) return null;
  return (
    <Suspense>
      <DownloadPill downloads={downloads} />
    </Suspense>
  );
}

/** What is on its way, wherever its admin is. */
function Uploads({ opened }: { opened: OpenedUploads }) {
  const session = useSession();
  const manager = useSyncExternalStore(opened.subscribe, opened.get);
  if (!manager || !session?.isAdmin) return null;
  return (
    <Suspense>
      <UploadPill manager={manager} />
    </Suspense>
  );
}

/** A member's language is a preference, on the account page. */
function VisitorLanguage() {
  const { t, i18n } = useTranslation();
  const session = useSession();
  if (session) return null;
  return (
    <CompactSelect
      label={t('language')}
      shown={i18n.language.toUpperCase()}
      value={i18n.language}
      choices={languages.map((value) => ({ value, label: languageNames[value] }))}
      onChange={(value) => void setLanguage(value)}
    />
  );
}

function LoginOrLogout() {
  const { t } = useTranslation();
  const session = useSession();
  const logout = useLogout();
  if (session) {
    return (
      <Button
        variant="default"
        size="compact-sm"
        className={styles.account}
        leftSection={<IconLogout2 size={17} stroke={1.7} />}
        onClick={logout}
      >
        {t('nav.logout')}
      </Button>
    );
  }
  return (
    <Button
      component={Link}
      to={paths.login}
      variant="default"
      size="compact-sm"
      className={styles.account}
      leftSection={<IconLogin2 size={17} stroke={1.7} />}
    >
      {t('nav.login')}
    </Button>
  );
}
