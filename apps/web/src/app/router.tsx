// Which page stands at which URL. Small and frequent pages come with the first load, others later.
import type { ComponentType } from 'react';
import { createBrowserRouter } from 'react-router';
import { ErrorPage } from '#pages/error.tsx';
import { GamesPage } from '#pages/games.tsx';
import { HomePage } from '#pages/home.tsx';
import { NotFoundPage } from '#pages/not-found.tsx';
import { AdminsOnly, MembersOnly, SiteGate } from './guards.tsx';
import { paths } from './paths.ts';
import { Root } from './root.tsx';
import type { Services } from './services.ts';
import { Shell } from './shell.tsx';

const loadLogin = async () => ({ Component: (await import('#pages/login.tsx')).LoginPage });
const loadVerifyEmail = () =>
  withAccountTexts(import('#pages/verify-email.tsx'), (page) => page.VerifyEmailPage);
const loadForgotPassword = () =>
  withAccountTexts(import('#pages/forgot-password.tsx'), (page) => page.ForgotPasswordPage);
const loadResetPassword = () =>
  withAccountTexts(import('#pages/reset-password.tsx'), (page) => page.ResetPasswordPage);
const loadAccount = () => withAccountTexts(import('#pages/account.tsx'), (page) => page.AccountPage);
const loadSetup = async () => ({ Component: (await import('#pages/setup.tsx')).SetupPage });

async function withAccountTexts<Page>(loading: Promise<Page>, pick: (page: Page) => ComponentType) {
  const [page, { addAccountTexts }] = await Promise.all([loading, import('#i18n/account-texts.ts')]);
  addAccountTexts();
  return { Component: pick(page) };
}

const loadAdmin = async (services: Services) => {
  const [{ AdminPage }, { openAdminWing }, { UploadsContext }] = await Promise.all([
    import('#pages/admin/admin.tsx'),
    import('./admin-wing.ts'),
    import('#features/uploads/use-uploads.ts'),
  ]);
  const uploads = openAdminWing(services);
  return {
    Component: () => (
      <UploadsContext value={uploads}>
        <AdminPage />
      </UploadsContext>
    ),
  };
};

export function createRouter(services: Services) {
  return createBrowserRouter([
    {
      Component: Root,
      ErrorBoundary: ErrorPage,
      HydrateFallback: () => null,
      children: [
        {
          Component: SiteGate,
          children: [
            { path: paths.setup, lazy: loadSetup },
            {
              Component: Shell,
              children: [
                { path: paths.home, Component: HomePage },
                { path: paths.login, lazy: loadLogin },
                { path: paths.verifyEmail, lazy: loadVerifyEmail },
                { path: paths.forgotPassword, lazy: loadForgotPassword },
                { path: paths.resetPassword, lazy: loadResetPassword },
                {
                  Component: MembersOnly,
                  children: [
                    { path: paths.games, Component: GamesPage },
                    { path: paths.account, lazy: loadAccount },
                  ],
                },
                { Component: AdminsOnly, children: [{ path: paths.admin, lazy: () => loadAdmin(services) }] },
                { path: '*', Component: NotFoundPage },
              ],
            },
          ],
        },
      ],
    },
  ]);
}
