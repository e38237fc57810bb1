import type { Router } from '#http/route.ts';
import type { SavedFiltersService } from './saved-filters.service.ts';

export function savedFiltersRoutes(router: Router, savedFilters: SavedFiltersService): void {
  router.mount('listSavedFilters', async ({ member }) => ({ filters: await savedFilters.list(member.id) }));
  router.mount('saveFilter', async ({ member, body }) => savedFilters.save(member.id, body));
  router.mount('deleteSavedFilter', async ({ member, params }) => {
    await savedFilters.remove(member.id, params.id);
    return { message: 'Filter deleted' };
  });
}
