// The frame of every page except setup: skip link, bar with navigation, and content. In narrow windows the navigation
// is a row of tabs at the bottom, within reach of the thumb.
import { ActionIcon, Button } from '@mantine/core';
import {
  IconHome,
  IconLayoutGrid,
  IconLogin2,
  IconMessage2,
  IconSettings,
  IconStack2,
  IconUpload,
  IconUserCircle,
} from '@tabler/icons-react';
import { type ReactNode, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, Outlet, useLocation } from 'react-router';
import { useSiteName } from '#admin/site/page-title.tsx';
import type { Panel as PanelName } from '#app/shortcuts/shortcuts.ts';
import { useShortcuts } from '#app/shortcuts/use-shortcuts.ts';
import { lazyWithTexts } from '#i18n/language.ts';
import { lazyComponent } from '#lib/lazy-code.ts';
import { paths } from '#lib/paths.ts';
import { useServices } from '#lib/services-context.ts';
import { Bell } from '#messages/alerts/bell.tsx';
import { ErrorPage } from '#pages/error.tsx';
import { useSession } from '#people/auth/session-context.ts';
import { useDownloads } from '#transfer/downloads/use-downloads.ts';
import { BrandMark } from '#ui/brand-mark.tsx';
import { PageLoading, Skeleton } from '#ui/feedback/loading.tsx';
import { useArrowsAndGamepad } from './gamepad/use-arrows-and-gamepad.ts';
import { SearchButton, usePanel } from './panels.tsx';
import { ConnectionBar, CrashBoundary } from './root.tsx';
import styles from './shell.module.css';

// Loaded separately, because only admins need it.
const WaitingDot = lazyComponent(async () => (await import('#people/users/waiting-dot.tsx')).WaitingDot);

const DownloadPill = lazyComponent(
  async () => (await import('#transfer/downloads/download-pill.tsx')).DownloadPill,
);

const UploadPill = lazyComponent(
  async () => (await import('#transfer/uploads/queue/upload-pill.tsx')).UploadPill,
);

const Gamepad = lazyWithTexts(async () => (await import('./gamepad/gamepad.tsx')).Gamepad, 'member');

export function Shell() {
  const { t } = useTranslation();
  const { key } = useLocation();
  const session = useSession();
  const main = usePageFocus();
  const { Panel, open, close } = usePanel();
  useShortcuts(open);
  const hasGamepad = useArrowsAndGamepad(session !== undefined);
  return (
    <>
      <a className={styles.skip} href="#content" data-skip-arrows>
        {t('skipToContent')}
      </a>
      <header className={styles.bar}>
        <div className={styles.inner}>
          <Brand />
          <Navigation />
          <div className={styles.actions}>
            <Downloads />
            <Uploads />
            {session && <SearchButton onOpen={open} />}
            {session && <Bell key={session._id} />}
            <AccountButton onOpen={open} />
            {!session && <Login />}
          </div>
        </div>
      </header>
      <ConnectionBar />
      <main ref={main} id="content" tabIndex={-1} className={styles.main}>
        {/* The bar stays visible while a page's code loads, and if the page fails. */}
        <CrashBoundary at={key} instead={<ErrorPage />}>
          <Suspense fallback={<PageLoading />}>
            <Outlet />
          </Suspense>
        </CrashBoundary>
      </main>
      {Panel && <Panel onClose={close} onOpen={open} />}
      <Suspense>{hasGamepad && <Gamepad onOpen={open} />}</Suspense>
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
        <NavItem to={paths.collections} icon={<IconStack2 size={20} stroke={1.7} />}>
          {t('nav.collections')}
        </NavItem>
      )}
      {session && (
        <NavItem
          to={paths.requests}
          icon={<IconMessage2 size={20} stroke={1.7} />}
          isInMenuOnPhones={session.isAdmin}
        >
          {t('nav.requests')}
        </NavItem>
      )}
      {session && (
        <NavItem to={paths.account} icon={<IconUserCircle size={20} stroke={1.7} />}>
          {t('nav.account')}
        </NavItem>
      )}
      {session?.isContributor && (
        <NavItem to={paths.contribute} icon={<IconUpload size={20} stroke={1.7} />} isInMenuOnPhones>
          {t('nav.contribute')}
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

interface NavItemProps {
  to: string;
  icon: ReactNode;
  /** More than five tabs do not fit on a phone in all languages. */
  isInMenuOnPhones?: boolean;
  children: ReactNode;
}

function NavItem({ to, icon, isInMenuOnPhones = false, children }: NavItemProps) {
  return (
    <NavLink
      to={to}
      end={to === paths.home}
      className={styles.navItem}
      data-in-menu={isInMenuOnPhones || undefined}
    >
      <span className={styles.navIcon} aria-hidden>
        {icon}
      </span>
      {children}
    </NavLink>
  );
}

/** Shows the member's running downloads. */
function Downloads() {
  const downloads = useDownloads();
  if (downloads.length === 0) return null;
  return (
    <Suspense>
      <DownloadPill downloads={downloads} />
    </Suspense>
  );
}

/** Shows the running uploads of an admin or contributor. */
function Uploads() {
  const session = useSession();
  const { admin } = useServices();
  const manager = useSyncExternalStore(admin.subscribe, admin.get)?.uploads;
  if (!manager || !(session?.isAdmin || session?.isContributor)) return null;
  return (
    <Suspense>
      <UploadPill manager={manager} to={session.isAdmin ? paths.currentUploads : paths.contribute} />
    </Suspense>
  );
}

const AccountMenu = lazyWithTexts(async () => (await import('./account-menu.tsx')).AccountMenu, 'member');

/** The button of the account menu, which is loaded when the button is about to be pressed. */
function AccountButton({ onOpen }: { onOpen(panel: PanelName): void }) {
  const { t } = useTranslation();
  const session = useSession();
  const [isWanted, setWanted] = useState(false);
  const menu = useRef<HTMLElement>(null);
  const label = session ? t('nav.accountMenu', { name: session.name }) : t('nav.visitorMenu');
  const handleIntent = () => setWanted(true);
  return (
    <>
      <ActionIcon
        variant="subtle"
        size="lg"
        aria-label={label}
        title={label}
        popoverTarget="account-menu"
        onPointerEnter={handleIntent}
        onFocus={handleIntent}
        onClick={handleIntent}
      >
        {session ? (
          <span className={styles.initial}>{[...session.name][0]}</span>
        ) : (
          <IconSettings size={20} stroke={1.7} />
        )}
      </ActionIcon>
      <section ref={menu} id="account-menu" popover="auto" className={styles.menu} aria-label={label}>
        <Suspense fallback={<Skeleton height="12rem" />}>
          {isWanted && <AccountMenu onClose={() => menu.current?.hidePopover()} onOpen={onOpen} />}
        </Suspense>
      </section>
    </>
  );
}

function Login() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  if (pathname === paths.login) return null;
  return (
    <Button
      component={Link}
      to={paths.login}
      variant="default"
      size="compact-sm"
      className={styles.login}
      leftSection={<IconLogin2 size={17} stroke={1.7} />}
    >
      {t('nav.login')}
    </Button>
  );
}

/** Moves the focus to the content when the page changes, so that keyboard users and screen readers start there. */
function usePageFocus() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    // On the first load, the browser's default focus is right.
    if (shown.current === pathname) return;
    shown.current = pathname;
    // A field of the new page may have taken the focus already.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
