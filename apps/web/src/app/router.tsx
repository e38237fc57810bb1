// The routes of the web app. Small, frequently used pages are part of the first load; the others are loaded when first
// opened. Uses React Router without its data router: TanStack Query replaces loaders, actions and fetchers, and the
// data router would add a tenth to the code that must load before the games.

import { type ComponentType, useState } from 'react';
import { unstable_HistoryRouter as HistoryRouter, type RouteObject, useRoutes } from 'react-router';
import { addTextsOnce, lazyWithTexts, type TextGroup } from '#i18n/language.ts';
import { lazyComponent } from '#lib/lazy-code.ts';
import { paths } from '#lib/paths.ts';
import type { Services } from '#lib/services-context.ts';
import { GamesPage } from '#pages/games.tsx';
import { HomePage } from '#pages/home.tsx';
import { createGuardedHistory } from './guarded-history.ts';
import { AdminsOnly, ContributorsOnly, MembersOnly, SecondFactorFirst, SiteGate } from './guards.tsx';
import { Root } from './root.tsx';
import { Shell } from './shell.tsx';

type LoadPage = () => Promise<ComponentType>;

/** Creates a lazy page that also loads the services and texts of uploads. */
function lazyUploadPage(services: Services, load: LoadPage, texts: TextGroup = 'contribute') {
  return lazyComponent(async () => {
    const [Page, { AdminServicesProvider, openAdminServices }] = await Promise.all([
      load(),
      import('./admin-services.tsx'),
      addTextsOnce(texts),
    ]);
    const admin = openAdminServices(services);
    return () => (
      <AdminServicesProvider admin={admin}>
        <Page />
      </AdminServicesProvider>
    );
  });
}

/** Creates a lazy page that also loads the admin services and texts. */
const lazyAdminPage = (services: Services, load: LoadPage) => lazyUploadPage(services, load, 'admin');

const setupPage = lazyComponent(async () => (await import('#pages/setup.tsx')).SetupPage);

const notFoundPage = lazyComponent(async () => (await import('#pages/not-found.tsx')).NotFoundPage);

/** They show more to members. */
const openPages: RouteObject[] = [
  { path: paths.home, Component: HomePage },
  {
    path: paths.game,
    Component: lazyWithTexts(async () => (await import('#pages/game.tsx')).GamePage, 'member'),
  },
];

const publicPages: RouteObject[] = [
  { Component: SecondFactorFirst, children: openPages },
  {
    path: paths.login,
    Component: lazyComponent(async () => (await import('#pages/login.tsx')).LoginPage),
  },
  {
    path: paths.secondStep,
    Component: lazyWithTexts(async () => (await import('#pages/second-step.tsx')).SecondStepPage, 'member'),
  },
  {
    path: paths.finishLogin,
    Component: lazyWithTexts(async () => (await import('#pages/finish-login.tsx')).FinishLoginPage, 'member'),
  },
  {
    path: paths.verifyEmail,
    Component: lazyWithTexts(async () => (await import('#pages/verify-email.tsx')).VerifyEmailPage, 'member'),
  },
  {
    path: paths.forgotPassword,
    Component: lazyWithTexts(
      async () => (await import('#pages/forgot-password.tsx')).ForgotPasswordPage,
      'member',
    ),
  },
  {
    path: paths.resetPassword,
    Component: lazyWithTexts(
      async () => (await import('#pages/reset-password.tsx')).ResetPasswordPage,
      'member',
    ),
  },
  {
    path: paths.unsubscribe,
    Component: lazyWithTexts(async () => (await import('#pages/unsubscribe.tsx')).UnsubscribePage, 'member'),
  },
];

const memberPages: RouteObject[] = [
  { path: paths.games, Component: GamesPage },
  {
    path: paths.linkLogin,
    Component: lazyWithTexts(async () => (await import('#pages/link-login.tsx')).LinkLoginPage, 'member'),
  },
  {
    path: paths.account,
    Component: lazyWithTexts(async () => (await import('#pages/account.tsx')).AccountPage, 'member'),
  },
  {
    path: paths.collections,
    Component: lazyWithTexts(async () => (await import('#pages/collections.tsx')).CollectionsPage, 'member'),
  },
  {
    path: paths.collection,
    Component: lazyWithTexts(async () => (await import('#pages/collection.tsx')).CollectionPage, 'member'),
  },
  {
    path: paths.requests,
    Component: lazyWithTexts(async () => (await import('#pages/requests.tsx')).RequestsPage, 'member'),
  },
  {
    path: paths.request,
    Component: lazyWithTexts(async () => (await import('#pages/request.tsx')).RequestPage, 'member'),
  },
];

const contributorPages = (services: Services): RouteObject[] => [
  {
    path: paths.contribute,
    Component: lazyUploadPage(services, async () => (await import('#pages/contribute.tsx')).ContributePage),
  },
];

const adminPages = (services: Services): RouteObject[] => [
  {
    path: paths.admin,
    Component: lazyAdminPage(services, async () => (await import('#pages/admin/admin.tsx')).AdminPage),
  },
  {
    path: paths.adminGame,
    Component: lazyAdminPage(
      services,
      async () => (await import('#pages/admin/game-editor.tsx')).GameEditorPage,
    ),
  },
  {
    path: paths.currentUploads,
    Component: lazyAdminPage(
      services,
      async () => (await import('#pages/admin/current-uploads.tsx')).CurrentUploadsPage,
    ),
  },
  {
    path: paths.libraryReview,
    Component: lazyAdminPage(
      services,
      async () => (await import('#pages/admin/library-review.tsx')).LibraryReviewPage,
    ),
  },
  {
    path: paths.matchReview,
    Component: lazyAdminPage(
      services,
      async () => (await import('#pages/admin/match-review.tsx')).MatchReviewPage,
    ),
  },
];

/** Call this only once, because a lazy page that is created again is loaded and mounted again. */
export function createRoutes(services: Services): RouteObject[] {
  const pages: RouteObject[] = [
    ...publicPages,
    { Component: MembersOnly, children: memberPages },
    { Component: ContributorsOnly, children: contributorPages(services) },
    { Component: AdminsOnly, children: adminPages(services) },
    { path: '*', Component: notFoundPage },
  ];
  return [
    { Component: SiteGate, children: [{ path: paths.setup, Component: setupPage }] },
    { Component: Shell, children: [{ Component: SiteGate, children: pages }] },
  ];
}

export interface RouterProps {
  services: Services;
  routes: RouteObject[];
}

export function Router({ services, routes }: RouterProps) {
  const [history] = useState(() => createGuardedHistory(services.leaveGuard));
  return (
    <HistoryRouter history={history}>
      <Root>
        <Pages routes={routes} />
      </Root>
    </HistoryRouter>
  );
}

function Pages({ routes }: { routes: RouteObject[] }) {
  return useRoutes(routes);
}
