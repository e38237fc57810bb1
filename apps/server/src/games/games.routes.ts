// Single games.
import type { SettingsService } from '#admin/settings.service.ts';
import type { ContributionsService } from '#club/contributions/contributions.service.ts';
import { AppError } from '#http/errors.ts';
import type { Router } from '#http/route.ts';
import type { BulkChangesService } from './bulk-changes/bulk-changes.service.ts';
import type { GamesSummary } from './bulk-changes/games-summary.service.ts';
import type { AdminGamesService } from './catalogue/admin-games.service.ts';
import type { CatalogueService } from './catalogue/catalogue.service.ts';
import type { GameEditingService } from './game-editing.service.ts';
import { type GamesService, withoutThreats } from './games.service.ts';
import type { PlatformsService } from './platforms/platforms.service.ts';
import type { SanitizationService } from './sanitization/sanitization.service.ts';
import type { SpellingRules, SpellingsService } from './spellings/spellings.service.ts';

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

export function adminGamesRoutes(router: Router, adminGames: AdminGamesService): void {
  router.mount('listAdminGames', async ({ query }) => adminGames.list(query));
  router.mount('listAdminGameIds', async ({ query }) => adminGames.listIds(query));
  router.mount('adminGameNeighbors', async ({ params, query }) => adminGames.findNeighbors(params.id, query));
}

export function catalogueRoutes(router: Router, catalogue: CatalogueService): void {
  router.mount('listGames', async ({ query, member }) => catalogue.listGames(member, query));
  router.mount('gameFilters', async () => catalogue.listFilters());
  router.mount('gameLetters', async ({ query, member }) => catalogue.listLetters(member, query));
}

interface BulkChangesDeps {
  bulkChanges: BulkChangesService;
  gamesSummary: GamesSummary;
}

export function bulkChangesRoutes(router: Router, { bulkChanges, gamesSummary }: BulkChangesDeps): void {
  router.mount('summarizeGames', async ({ body }) => gamesSummary.summarize(body.ids));
  router.mount('changeGames', async ({ body, member }) => bulkChanges.change(member, body));
  router.mount('listBulkChanges', async () => ({ changes: await bulkChanges.list() }));
  router.mount('undoBulkChange', async ({ params, member }) => bulkChanges.undo(member, params.id));
  router.mount('mergeSpellings', async ({ body, member }) => bulkChanges.merge(member, body));
}

interface SpellingsDeps {
  spellings: SpellingsService;
  spellingRules: SpellingRules;
}

export function spellingsRoutes(router: Router, { spellings, spellingRules }: SpellingsDeps): void {
  router.mount('listSpellings', async ({ query }) => spellings.list(query));
  router.mount('previewMerge', async ({ body }) => spellings.preview(body));
  router.mount('listSpellingRules', async () => ({ rules: await spellingRules.list() }));
  router.mount('deleteSpellingRule', async ({ params, member }) => {
    await spellingRules.remove(member, params.id);
    return { message: 'Rule deleted' };
  });
}

export function platformsRoutes(router: Router, platforms: PlatformsService): void {
  router.mount('listPlatforms', async () => ({ platforms: await platforms.list() }));
  router.mount('addPlatform', async ({ body, member }) => platforms.add(member, body));
  router.mount('changePlatform', async ({ params, body, member }) =>
    platforms.change(member, params.id, body),
  );
  router.mount('deletePlatform', async ({ params, member }) => {
    await platforms.remove(member, params.id);
    return { message: 'Platform deleted successfully' };
  });
  router.mount('reorderPlatforms', async ({ body, member }) => ({
    platforms: await platforms.reorder(member, body.platforms),
  }));
}

export function sanitizationRoutes(router: Router, sanitization: SanitizationService): void {
  router.mount('listRules', async () => ({ rules: await sanitization.list() }));
  router.mount('addRule', async ({ body, member }) => sanitization.add(member, body));
  router.mount('changeRule', async ({ params, body, member }) =>
    sanitization.change(member, params.id, body),
  );
  router.mount('deleteRule', async ({ params, member }) => {
    await sanitization.remove(member, params.id);
    return { message: 'Rule deleted successfully' };
  });
  router.mount('reorderRules', async ({ body, member }) => ({
    rules: await sanitization.reorder(member, body.rules),
  }));
  router.mount('resetRules', async ({ member }) => ({ rules: await sanitization.reset(member) }));
  router.mount('sanitizeTitle', async ({ query }) => sanitization.sanitize(query.title));
  router.mount('previewRules', async ({ body, reply }) =>
    sanitization.preview(body, () => reply.raw.destroyed),
  );
}
