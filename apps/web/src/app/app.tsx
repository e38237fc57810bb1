// The page with everything it lives on. Started by main.tsx.
import { QueryClientProvider } from '@tanstack/react-query';
import { I18nextProvider } from 'react-i18next';
import type { RouteObject } from 'react-router';
import { SessionContext } from '#features/auth/session-context.ts';
import { SessionEndContext } from '#features/auth/session-end.ts';
import { DownloadsContext } from '#features/downloads/use-downloads.ts';
import { i18n } from '#i18n/i18n.ts';
import { ApiContext } from '#lib/api-context.ts';
import { LeaveGuardContext } from '#lib/leave-guard-context.ts';
import { ThemeProvider } from '#ui/theme-provider.tsx';
import { OpenedUploadsContext } from './opened-uploads.ts';
import { Router } from './router.tsx';
import type { Services } from './services.ts';

export interface AppProps {
  services: Services;
  routes: RouteObject[];
}

export function App({ services, routes }: AppProps) {
  return (
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={services.queryClient}>
        <ApiContext value={services.client}>
          <SessionContext value={services.session}>
            <SessionEndContext value={services.sessionEnd}>
              <DownloadsContext value={services.downloads}>
                <LeaveGuardContext value={services.leaveGuard}>
                  <OpenedUploadsContext value={services.uploads}>
                    <ThemeProvider>
                      <Router services={services} routes={routes} />
                    </ThemeProvider>
                  </OpenedUploadsContext>
                </LeaveGuardContext>
              </DownloadsContext>
            </SessionEndContext>
          </SessionContext>
        </ApiContext>
      </QueryClientProvider>
    </I18nextProvider>
  );
}
