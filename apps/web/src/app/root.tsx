// Around every page: what is seen while it loads or when even its frame breaks, and where it is scrolled to.
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
      {/* Always there, so a change of page keeps the old one in sight until the new one's code has come. */}
      <Suspense>{children}</Suspense>
    </CrashBoundary>
  );
}
