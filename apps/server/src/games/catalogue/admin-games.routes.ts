import type { Router } from '#http/route.ts';
import type { AdminGamesService } from './admin-games.service.ts';

export function adminGamesRoutes(router: Router, adminGames: AdminGamesService): void {
  router.mount('listAdminGames', async ({ query }) => adminGames.list(query));
  router.mount('listAdminGameIds', async ({ query }) => adminGames.listIds(query));
  router.mount('adminGameNeighbors', async ({ params, query }) => adminGames.findNeighbors(params.id, query));
}
