// Wraps every page: loading state, error page for failures of the shell itself, scroll position.

import { Button } from '@mantine/core';
import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import { Component, type ReactNode, Suspense, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { lazyWithTexts } from '#i18n/language.ts';
import type { ConnectionState } from '#lib/connection.ts';
import { lazyComponent } from '#lib/lazy-code.ts';
import { useConnection, useServices } from '#lib/services-context.ts';
import { ErrorPage } from '#pages/error.tsx';
import styles from './root.module.css';
import { ScrollPosition } from './scroll-position.ts';

export function Root({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  return (
    <CrashBoundary
      at={key}
      instead={
        <main>
          <ErrorPage />
        </main>
      }
    >
      <ScrollPosition />
      {/* Always mounted, so that the old page stays visible while the next page's code loads. */}
      <Suspense>{children}</Suspense>
      <Leaving />
      <Confirming />
    </CrashBoundary>
  );
}

const ConfirmIdentity = lazyWithTexts(
  async () => (await import('#people/auth/confirm-identity.tsx')).ConfirmIdentity,
  'member',
);

/** Asks the member to confirm that it is them, on every page, whenever a request needs that. */
function Confirming() {
  const { confirmation } = useServices();
  const isAsked = useSyncExternalStore(confirmation.isAsked.subscribe, confirmation.isAsked.get);
  return (
    <Suspense>{isAsked && <ConfirmIdentity onAnswer={(answer) => confirmation.answer(answer)} />}</Suspense>
  );
}

// Asks before unsaved changes are lost, on every page.

const LeaveQuestion = lazyComponent(async () => (await import('./leave-question.tsx')).LeaveQuestion);

/** Loaded as soon as there are unsaved changes, so that the question works offline. */
function Leaving() {
  const guard = useServices().leaveGuard;
  const isNeeded = useSyncExternalStore(
    guard.subscribe,
    () => guard.isHeld || guard.getQuestion() !== undefined,
  );
  const [wasNeeded, setWasNeeded] = useState(false);
  if (isNeeded && !wasNeeded) setWasNeeded(true);
  return <Suspense>{wasNeeded && <LeaveQuestion />}</Suspense>;
}

// Replaces a page that failed with other content until the user navigates. React logs the error.

interface CrashBoundaryProps {
  /** The current location. When it changes, the children are rendered again. */
  at: string;
  instead: ReactNode;
  children: ReactNode;
}

export class CrashBoundary extends Component<CrashBoundaryProps, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override componentDidUpdate(previous: CrashBoundaryProps) {
    if (this.state.hasCrashed && previous.at !== this.props.at) this.setState({ hasCrashed: false });
  }

  override render() {
    return this.state.hasCrashed ? this.props.instead : this.props.children;
  }
}

// A bar on every page while the site is unreachable or hidden behind something else, has a newer version, or part of the page could
// not be loaded.

export function ConnectionBar() {
  const { t } = useTranslation();
  const trouble = troubleOf(useConnection());
  const mayReload = trouble !== undefined && trouble !== 'unreachable' && trouble !== 'offline';
  const Icon = mayReload ? IconRefresh : IconCloudOff;
  return (
    // Always rendered, because screen readers announce only changes inside an existing live region.
    <div role="status" className={styles.live}>
      {trouble && (
        <div className={styles.bar}>
          <span className={styles.message}>
            <Icon size={18} className={styles.icon} aria-hidden />
            <span>{t(`connection.${trouble}`)}</span>
          </span>
          {mayReload && (
            <Button size="compact-sm" variant="default" onClick={() => window.location.reload()}>
              {t(trouble === 'outdated' ? 'connection.newVersion' : 'crash.reload')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function troubleOf({ isOffline, isForeign, asksPassword, isOutdated, isIncomplete }: ConnectionState) {
  if (isOffline) return navigator.onLine ? 'unreachable' : 'offline';
  if (asksPassword) return 'password';
  if (isForeign) return 'foreign';
  if (isOutdated) return 'outdated';
  return isIncomplete ? 'incomplete' : undefined;
}
