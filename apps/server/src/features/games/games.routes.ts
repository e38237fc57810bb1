// The catalogue and single games.
import type { Router } from '#http/route.ts';
import type { GamesService } from './games.service.ts';

export function gamesRoutes(router: Router, games: GamesService): void {
  router.mount('listGames', async ({ query }) => games.listGames(query));
  router.mount('checkGame', async ({ query }) => games.checkGame(query.title, query.platform));
  router.mount('getGame', async ({ params }) => games.getGame(params.id));
  router.mount('deleteGame', async ({ params }) => {
    await games.deleteGame(params.id);
    return { message: 'Game deleted' };
  });
}
