// The endpoints for the items of library folders.
import type { Router } from '#http/route.ts';
import type { ItemsService } from './items.service.ts';

export function libraryItemsRoutes(router: Router, { items }: { items: ItemsService }): void {
  router.mount('listLibraryItems', ({ query }) => items.list(query));
  router.mount('changeLibraryItems', async ({ body }) => ({
    changed: await items.change(body.selection, body.change),
  }));
  router.mount('addLibraryItems', ({ body, member }) => items.add(body.selection, member));
}
