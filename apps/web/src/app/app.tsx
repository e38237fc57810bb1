// The page with everything it lives on. Started by main.tsx.
import { limits } from '@cellar/contract/rules/limits.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { I18nextProvider } from 'react-i18next';
import type { RouteObject } from 'react-router';
import { SessionContext } from '#features/auth/session-context.ts';
import { DownloadsContext } from '#features/downloads/use-downloads.ts';
import { i18n } from '#i18n/i18n.ts';
import { ApiContext } from '#lib/api-context.ts';
import { LeaveGuardContext } from '#lib/leave-guard-context.ts';
import { ThemeProvider } from '#ui/theme-provider.tsx';
import { Router } from './router.tsx';
import type { Services } from './services.ts';
import { SessionEndContext } from './session-end.ts';

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
                  <ThemeProvider toastMs={limits.toastMs}>
                    <Router services={services} routes={routes} />
                  </ThemeProvider>
                </LeaveGuardContext>
              </DownloadsContext>
            </SessionEndContext>
          </SessionContext>
        </ApiContext>
      </QueryClientProvider>
    </I18nextProvider>
  );
}
