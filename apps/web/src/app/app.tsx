// The whole page inside its context providers.
import { QueryClientProvider } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';
import { type Services, ServicesContext } from '#lib/services-context.ts';
import { ThemeProvider } from '#ui/theme-provider.tsx';
import { Router } from './router.tsx';

export interface AppProps {
  services: Services;
  routes: RouteObject[];
}

export function App({ services, routes }: AppProps) {
  return (
    <QueryClientProvider client={services.queryClient}>
      <ServicesContext value={services}>
        <ThemeProvider>
          <Router services={services} routes={routes} />
        </ThemeProvider>
      </ServicesContext>
    </QueryClientProvider>
  );
}
