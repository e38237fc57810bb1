// Which page stands at which URL. Small and frequent pages come with the first load, others later.
// Plain routes, without React Router's data router: its loaders, actions and fetchers are TanStack Query's work here,
// and would be an eleventh of all code on the way to the games.
import { type ComponentType, useState } from 'react';
import { unstable_HistoryRouter as HistoryRouter, type RouteObject, useRoutes } from 'react-router';
import { lateComponent } from '#lib/late-code.ts';
import { GamesPage } from '#pages/games.tsx';
import { HomePage } from '#pages/home.tsx';
import { NotFoundPage } from '#pages/not-found.tsx';
import { createGuardedHistory } from './guarded-history.ts';
import { AdminsOnly, MembersOnly, SiteGate } from './guards.tsx';
import { paths } from './paths.ts';
import { Root } from './root.tsx';
import type { Services } from './services.ts';
import { Shell } from './shell.tsx';

const loadLogin = async () => (await import('#pages/login.tsx')).LoginPage;
const loadGame = async () => (await import('#pages/game.tsx')).GamePage;
const loadVerifyEmail = () =>
  withAccountTexts(import('#pages/verify-email.tsx'), (page) => page.VerifyEmailPage);
const loadForgotPassword = () =>
  withAccountTexts(import('#pages/forgot-password.tsx'), (page) => page.ForgotPasswordPage);
const loadResetPassword = () =>
  withAccountTexts(import('#pages/reset-password.tsx'), (page) => page.ResetPasswordPage);
const loadUnsubscribe = () =>
  withAccountTexts(import('#pages/unsubscribe.tsx'), (page) => page.UnsubscribePage);
const loadAccount = ({ sessionEnd }: Services) =>
  withAccountTexts(import('#pages/account.tsx'), ({ AccountPage }) => () => (
    <AccountPage onDeleted={() => sessionEnd.end('logout')} />
  ));
const loadSetup = async () => (await import('#pages/setup.tsx')).SetupPage;

async function withAccountTexts<Page>(loading: Promise<Page>, pick: (page: Page) => ComponentType) {
  const [page, { addAccountTexts }] = await Promise.all([loading, import('#i18n/account-texts.ts')]);
  await addAccountTexts();
  return pick(page);
}

const loadAdmin = (services: Services) =>
  withUploads(services, import('#pages/admin/admin.tsx'), (page) => page.AdminPage);
const loadCurrentUploads = (services: Services) =>
  withUploads(services, import('#pages/admin/current-uploads.tsx'), (page) => page.CurrentUploadsPage);
const loadGameEditor = (services: Services) =>
  withUploads(services, import('#pages/admin/game-editor.tsx'), (page) => page.GameEditorPage);

/** A page of the admin's, with the upload engine and the admin's texts. */
async function withUploads<Page>(
  services: Services,
  loading: Promise<Page>,
  pick: (page: Page) => ComponentType,
) {
  const [page, { openAdminWing, openBatch }, { UploadsContext }, { BatchContext }] = await Promise.all([
    loading,
    import('./admin-wing.ts'),
    import('#features/uploads/use-uploads.ts'),
    import('#features/uploads/batch/use-batch.ts'),
  ]);
  const uploads = openAdminWing(services);
  const batch = openBatch(services);
  const AdminsPage = pick(page);
  return () => (
    <UploadsContext value={uploads}>
      <BatchContext value={batch}>
        <AdminsPage />
      </BatchContext>
    </UploadsContext>
  );
}

/** Made once: a lazy page made anew would be loaded and mounted anew. */
export function createRoutes(services: Services): RouteObject[] {
  return [
    {
      Component: SiteGate,
      children: [{ path: paths.setup, Component: lateComponent(loadSetup) }],
    },
    {
      element: <Shell uploads={services.uploads} connection={services.connection} />,
      children: [
        {
          Component: SiteGate,
          children: [
            { path: paths.home, Component: HomePage },
            { path: paths.game, Component: lateComponent(loadGame) },
            { path: paths.login, Component: lateComponent(loadLogin) },
            { path: paths.verifyEmail, Component: lateComponent(loadVerifyEmail) },
            { path: paths.forgotPassword, Component: lateComponent(loadForgotPassword) },
            { path: paths.resetPassword, Component: lateComponent(loadResetPassword) },
            { path: paths.unsubscribe, Component: lateComponent(loadUnsubscribe) },
            {
              Component: MembersOnly,
              children: [
                { path: paths.games, Component: GamesPage },
                { path: paths.account, Component: lateComponent(() => loadAccount(services)) },
              ],
            },
            {
              Component: AdminsOnly,
              children: [
                { path: paths.admin, Component: lateComponent(() => loadAdmin(services)) },
                { path: paths.adminGame, Component: lateComponent(() => loadGameEditor(services)) },
                { path: paths.currentUploads, Component: lateComponent(() => loadCurrentUploads(services)) },
              ],
            },
            { path: '*', Component: NotFoundPage },
          ],
        },
      ],
    },
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
