// Single games.
import type { SettingsService } from '#features/settings/settings.service.ts';
import { AppError } from '#http/errors.ts';
import type { Router } from '#http/route.ts';
import type { GamesService } from './games.service.ts';

export function gamesRoutes(router: Router, games: GamesService, settings: SettingsService): void {
  router.mount('checkGame', async ({ query }) => games.checkGame(query.title, query.platform));
  router.mount('getGame', async ({ params, member }) => {
    if (!member && !(await settings.get()).publicGamePages) {
      throw new AppError('unauthenticated', 'Please log in to see this game.');
    }
    return games.getGame(params.id, { isForMember: member !== undefined });
  });
  router.mount('deleteGame', async ({ params, member }) => {
    await games.deleteGame(params.id, member);
    return { message: 'Game deleted' };
  });
}
