import type { Router } from '#http/route.ts';
import type { LibraryFoldersService } from './folders.service.ts';
import type { ItemsService } from './items/items.service.ts';

export function libraryFoldersRoutes(router: Router, folders: LibraryFoldersService): void {
  router.mount('listLibraryFolders', async () => folders.list());
  router.mount('browseLibraryRoots', async ({ query }) => folders.browse(query.path));
  router.mount('addLibraryFolder', async ({ body, member }) => folders.add(member, body));
  router.mount('editLibraryFolder', async ({ params, body, member }) =>
    folders.edit(member, params.id, body),
  );
  router.mount('countFolderContents', ({ params }) => folders.countContents(params.id));
  router.mount('removeLibraryFolder', async ({ params, query, member }) => {
    await folders.remove(member, params.id, query.games === 'delete');
    return { message: 'The library folder is being removed' };
  });
  router.mount('scanLibraryFolder', async ({ params, body, member }) =>
    folders.scan(member, params.id, body.acceptMissing),
  );
  router.mount('cancelLibraryScan', async ({ params }) => folders.cancel(params.id));
  router.mount('treatLibraryPath', async ({ params, body, member }) =>
    folders.treat(member, params.id, body.path, body.treatment),
  );
  router.mount('listScanProblems', async ({ params }) => folders.listProblems(params.id));
}

// The endpoints for the items of library folders.

export function libraryItemsRoutes(router: Router, { items }: { items: ItemsService }): void {
  router.mount('listLibraryItems', ({ query }) => items.list(query));
  router.mount('changeLibraryItems', async ({ body }) => ({
    changed: await items.change(body.selection, body.change),
  }));
  router.mount('addLibraryItems', ({ body, member }) => items.add(body.selection, member));
}
