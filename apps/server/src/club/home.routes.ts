import type { CatalogueService } from '#games/catalogue/catalogue.service.ts';
import type { Router } from '#http/route.ts';
import type { HomeService } from './home.service.ts';

export function homeRoutes(
  router: Router,
  { home, catalogue }: { home: HomeService; catalogue: CatalogueService },
) {
  router.mount('home', async ({ member }) => home.read(member));
  router.mount('randomGame', async ({ member, query }) => catalogue.randomGame(member, query));
}
