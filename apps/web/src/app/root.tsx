// Around every page: what is seen while it loads or when it breaks, where it is scrolled to, and the way out of it when
// the session ends.
import { type ReactNode, Suspense } from 'react';
import { useLocation } from 'react-router';
import { ErrorPage } from '#pages/error.tsx';
import { CrashBoundary } from './crash-boundary.tsx';
import { ScrollPosition } from './scroll-position.ts';
import type { Services } from './services.ts';
import { useLeaveOnExpiry } from './use-leave-on-expiry.ts';

export function Root({ services, children }: { services: Services; children: ReactNode }) {
  const { key } = useLocation();
  useLeaveOnExpiry(services);
  return (
    <CrashBoundary at={key} instead={<ErrorPage />}>
      <ScrollPosition />
      {/* Always there, so a change of page keeps the old one in sight until the new one's code has come. */}
      <Suspense>{children}</Suspense>
    </CrashBoundary>
  );
}
