// Which page stands at which URL. Small and frequent pages come with the first load, others later.
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
const loadSetup = async () => ({ Component: (await import('#pages/setup.tsx')).SetupPage });

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
                {
                  Component: MembersOnly,
                  children: [{ path: paths.games, Component: GamesPage }],
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
