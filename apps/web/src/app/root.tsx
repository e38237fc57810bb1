// What surrounds every page: the loading state, the error page when even the frame fails, the scroll position.
import { type ReactNode, Suspense } from 'react';
import { useLocation } from 'react-router';
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
      {/* Always mounted, so that the old page stays visible until the code of the new one has loaded. */}
      <Suspense>{children}</Suspense>
    </CrashBoundary>
  );
}
