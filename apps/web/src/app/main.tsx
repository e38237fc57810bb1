// The entry point of the web app.
import './without-eval.ts';

import { limits } from '@cellar/contract/rules/limits.ts';
import type { SortKey } from '@cellar/contract/rules/sort.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { RouteObject } from 'react-router';
import { listOf } from '#games/catalogue/catalogue-url.ts';
import { knownSort, requestEarly } from '#games/games.queries.ts';
import { startI18n } from '#i18n/i18n.ts';
import { addTexts, firstLanguage, setLanguage } from '#i18n/language.ts';
import { paths } from '#lib/paths.ts';
import { type Services, ServicesContext } from '#lib/services-context.ts';
import { preferencesQuery } from '#people/account/preferences.queries.ts';
import { showDownloadToasts } from '#transfer/downloads/download-toasts.ts';
import { rememberSpeeds } from '#transfer/downloads/engine/past-speed.ts';
import { ThemeProvider } from '#ui/theme-provider.tsx';
import { createRoutes, Router } from './router.tsx';
import { createServices } from './services.ts';

const longestWaitMs = 200;
/** The page is drawn at once if the request may not begin sooner than after this time. */
const longestIdleMs = 100;

startI18n();
// Without the texts of the reader's language, the page starts in English.
if (!(await setLanguage(firstLanguage()))) await addTexts('first');
const services = createServices();
showDownloadToasts(services.downloads);
rememberSpeeds(services.downloads);
await gamesIfSoon();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App services={services} routes={createRoutes(services)} />
  </StrictMode>,
);

/** Where the code took a while to load, drawing the games page once with its games is faster than drawing it without them first. */
async function gamesIfSoon(): Promise<void> {
  if (!services.session.get() || location.pathname !== paths.games) return;
  const games = requestGames();
  if (limits.firstFetchDebounceMs - performance.now() > longestIdleMs) return;
  await Promise.race([games, new Promise((resolve) => setTimeout(resolve, longestWaitMs))]);
}

async function requestGames(): Promise<void> {
  const { queryClient, client } = services;
  const sort = knownSort() ?? (await readPreferredSort());
  const list = sort && listOf(new URLSearchParams(location.search), sort);
  if (list) await requestEarly(queryClient, client, list);
}

/** Undefined if the preferences cannot be loaded. */
async function readPreferredSort(): Promise<SortKey | undefined> {
  const { queryClient, client } = services;
  const preferences = await queryClient.fetchQuery(preferencesQuery(client)).catch(() => undefined);
  return preferences?.defaultSortOrder;
}

interface AppProps {
  services: Services;
  routes: RouteObject[];
}

/** The whole page inside its context providers. */
function App({ services, routes }: AppProps) {
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
