// Wraps every page: loading state, error page for failures of the shell itself, scroll position.
import { type ReactNode, Suspense } from 'react';
import { useLocation } from 'react-router';
import { ErrorPage } from '#pages/error.tsx';
import { Confirming } from './confirming.tsx';
import { CrashBoundary } from './crash-boundary.tsx';
import { Leaving } from './leaving.tsx';
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
