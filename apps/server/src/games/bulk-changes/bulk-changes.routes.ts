import type { Router } from '#http/route.ts';
import type { BulkChangesService } from './bulk-changes.service.ts';
import type { GamesSummary } from './games-summary.service.ts';

interface Deps {
  bulkChanges: BulkChangesService;
  gamesSummary: GamesSummary;
}

export function bulkChangesRoutes(router: Router, { bulkChanges, gamesSummary }: Deps): void {
  router.mount('summarizeGames', async ({ body }) => gamesSummary.summarize(body.ids));
  router.mount('changeGames', async ({ body, member }) => bulkChanges.change(member, body));
  router.mount('listBulkChanges', async () => ({ changes: await bulkChanges.list() }));
  router.mount('undoBulkChange', async ({ params, member }) => bulkChanges.undo(member, params.id));
  router.mount('mergeSpellings', async ({ body, member }) => bulkChanges.merge(member, body));
}
