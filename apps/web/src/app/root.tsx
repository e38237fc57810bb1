// Wraps every page: loading state, error page for failures of the shell itself, scroll position.
import { type ReactNode, Suspense, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { lazyWithTexts } from '#i18n/language.ts';
import { lazyComponent } from '#lib/lazy-code.ts';
import { useServices } from '#lib/services-context.ts';
import { ErrorPage } from '#pages/error.tsx';
import { CrashBoundary } from './crash-boundary.tsx';
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
  async () => (await import('#people/auth/confirm/confirm-identity.tsx')).ConfirmIdentity,
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
