import type { Router } from '#http/route.ts';
import type { DuplicatesService } from './games/duplicates.service.ts';
import type { StorageGamesService } from './games/storage-games.service.ts';
import type { OrphansService } from './orphans.service.ts';
import type { StorageCheckService } from './storage-check.service.ts';
import type { StorageUsageService } from './storage-usage.ts';

interface Services {
  storageUsage: StorageUsageService;
  storageCheck: StorageCheckService;
  orphans: OrphansService;
  storageGames: StorageGamesService;
  duplicates: DuplicatesService;
}

export function storageReportRoutes(router: Router, services: Services): void {
  const { storageUsage, storageCheck, orphans, storageGames, duplicates } = services;
  router.mount('getStorage', async () => ({
    ...(await storageUsage.measure()),
    check: await storageCheck.status(),
  }));
  router.mount('listStorageGames', async ({ query }) => storageGames.list(query));
  router.mount('listDuplicates', async ({ query }) => duplicates.list(query.page));
  router.mount('getStorageCheck', async () => storageCheck.status());
  router.mount('startStorageCheck', async ({ body, member }) => {
    await storageCheck.start(body.kind, member);
    return storageCheck.status();
  });
  router.mount('removeOrphans', async ({ body, member }) => orphans.removeOrphans(member, body.keys));
}
