import type { Router } from '#http/route.ts';
import type { CatalogueService } from './catalogue.service.ts';

export function catalogueRoutes(router: Router, catalogue: CatalogueService): void {
  router.mount('listGames', async ({ query, member }) => catalogue.listGames(member, query));
  router.mount('gameFilters', async () => catalogue.listFilters());
  router.mount('gameLetters', async ({ query, member }) => catalogue.listLetters(member, query));
}
