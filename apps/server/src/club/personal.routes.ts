import type { CatalogueService } from '#games/catalogue/catalogue.service.ts';
import type { Router } from '#http/route.ts';
import type { HomeService } from './home.service.ts';
import type { MarksService, SavedFiltersService } from './personal.service.ts';

export function marksRoutes(router: Router, marks: MarksService): void {
  router.mount('listMarks', async ({ member }) => marks.list(member));
  router.mount('getGameMarks', async ({ params, member }) => marks.get(member, params.id));
  router.mount('changeGameMarks', async ({ params, body, member }) => marks.change(member, params.id, body));
  router.mount('recordVisit', async ({ member }) => marks.recordVisit(member));
}

export function homeRoutes(
  router: Router,
  { home, catalogue }: { home: HomeService; catalogue: CatalogueService },
) {
  router.mount('home', async ({ member }) => home.read(member));
  router.mount('randomGame', async ({ member, query }) => catalogue.randomGame(member, query));
}

export function savedFiltersRoutes(router: Router, savedFilters: SavedFiltersService): void {
  router.mount('listSavedFilters', async ({ member }) => ({ filters: await savedFilters.list(member.id) }));
  router.mount('saveFilter', async ({ member, body }) => savedFilters.save(member.id, body));
  router.mount('deleteSavedFilter', async ({ member, params }) => {
    await savedFilters.remove(member.id, params.id);
    return { message: 'Filter deleted' };
  });
}
