// Single games.

import type { SettingsService } from '#admin/settings.service.ts';
import type { ContributionsService } from '#club/contributions/contributions.service.ts';
import { AppError } from '#http/errors.ts';
import type { Router } from '#http/route.ts';
import type { GameEditingService } from './game-editing.service.ts';
import type { GamesService } from './games.service.ts';
import { withoutThreats } from './without-threats.ts';

interface Deps {
  games: GamesService;
  gameEditing: GameEditingService;
  settings: SettingsService;
  contributions: ContributionsService;
}

export function gamesRoutes(router: Router, { games, gameEditing, settings, contributions }: Deps): void {
  router.mount('checkGame', async ({ query: { title, platform }, member }) =>
    member.isAdmin ? games.checkGame(title, platform) : contributions.check(member.id, title, platform),
  );
  router.mount('getGame', async ({ params, member }) => {
    if (!member && !(await settings.get()).publicGamePages) {
      throw new AppError('unauthenticated', 'Please log in to see this game.');
    }
    await games.refuseHidden(params.id, member);
    const game = await games.getGame(params.id, member?.id);
    return member?.isAdmin ? game : withoutThreats(game);
  });
  router.mount('editGame', async ({ params, body, member }) => {
    await gameEditing.editGame(params.id, body, member);
    return games.getGame(params.id, member.id);
  });
  router.mount('deletePlatformFile', async ({ params, member }) =>
    games.deletePlatformFile(params.id, params.platform, member),
  );
  router.mount('deleteGame', async ({ params, member }) => {
    await games.deleteGame(params.id, member);
    return { message: 'Game deleted' };
  });
}
