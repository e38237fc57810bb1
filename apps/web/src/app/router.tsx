// Which page stands at which URL. Small and frequent pages come with the first load, others later.
// Plain routes, without React Router's data router: its loaders, actions and fetchers are TanStack Query's work here,
// and would be an eleventh of all code on the way to the games.
import { type ComponentType, lazy } from 'react';
import { BrowserRouter, type RouteObject, useRoutes } from 'react-router';
import { GamesPage } from '#pages/games.tsx';
import { HomePage } from '#pages/home.tsx';
import { NotFoundPage } from '#pages/not-found.tsx';
import { AdminsOnly, MembersOnly, SiteGate } from './guards.tsx';
import { paths } from './paths.ts';
import { Root } from './root.tsx';
import type { Services } from './services.ts';
import { Shell } from './shell.tsx';

const loadLogin = async () => ({ default: (await import('#pages/login.tsx')).LoginPage });
const loadGame = async () => ({ default: (await import('#pages/game.tsx')).GamePage });
const loadVerifyEmail = () =>
  withAccountTexts(import('#pages/verify-email.tsx'), (page) => page.VerifyEmailPage);
const loadForgotPassword = () =>
  withAccountTexts(import('#pages/forgot-password.tsx'), (page) => page.ForgotPasswordPage);
const loadResetPassword = () =>
  withAccountTexts(import('#pages/reset-password.tsx'), (page) => page.ResetPasswordPage);
const loadAccount = ({ sessionEnd }: Services) =>
  withAccountTexts(import('#pages/account.tsx'), ({ AccountPage }) => () => (
    <AccountPage onDeleted={() => sessionEnd.end('logout')} />
  ));
const loadSetup = async () => ({ default: (await import('#pages/setup.tsx')).SetupPage });

async function withAccountTexts<Page>(loading: Promise<Page>, pick: (page: Page) => ComponentType) {
  const [page, { addAccountTexts }] = await Promise.all([loading, import('#i18n/account-texts.ts')]);
  addAccountTexts();
  return { default: pick(page) };
}

const loadAdmin = async (services: Services) => {
  const [{ AdminPage }, { openAdminWing }, { UploadsContext }] = await Promise.all([
    import('#pages/admin/admin.tsx'),
    import('./admin-wing.ts'),
    import('#features/uploads/use-uploads.ts'),
  ]);
  const uploads = openAdminWing(services);
  return {
    default: () => (
      <UploadsContext value={uploads}>
        <AdminPage />
      </UploadsContext>
    ),
  };
};

/** Made once: a lazy page made anew would be loaded and mounted anew. */
export function createRoutes(services: Services): RouteObject[] {
  return [
    {
      Component: SiteGate,
      children: [
        { path: paths.setup, Component: lazy(loadSetup) },
        {
          Component: Shell,
          children: [
            { path: paths.home, Component: HomePage },
            { path: paths.game, Component: lazy(loadGame) },
            { path: paths.login, Component: lazy(loadLogin) },
            { path: paths.verifyEmail, Component: lazy(loadVerifyEmail) },
            { path: paths.forgotPassword, Component: lazy(loadForgotPassword) },
            { path: paths.resetPassword, Component: lazy(loadResetPassword) },
            {
              Component: MembersOnly,
              children: [
                { path: paths.games, Component: GamesPage },
                { path: paths.account, Component: lazy(() => loadAccount(services)) },
              ],
            },
            {
              Component: AdminsOnly,
              children: [{ path: paths.admin, Component: lazy(() => loadAdmin(services)) }],
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
  return (
    <BrowserRouter>
      <Root services={services}>
        <Pages routes={routes} />
      </Root>
    </BrowserRouter>
  );
}

function Pages({ routes }: { routes: RouteObject[] }) {
  return useRoutes(routes);
}
