import type { Router } from '#http/route.ts';
import type { OrphansService } from './orphans.service.ts';
import type { StorageCheckService } from './storage-check.service.ts';
import type { StorageUsageService } from './storage-usage.ts';

interface Services {
  storageUsage: StorageUsageService;
  storageCheck: StorageCheckService;
  orphans: OrphansService;
}

export function storageReportRoutes(router: Router, { storageUsage, storageCheck, orphans }: Services): void {
  router.mount('getStorage', async () => ({
    ...(await storageUsage.measure()),
    check: await storageCheck.status(),
  }));
  router.mount('getStorageCheck', async () => storageCheck.status());
  router.mount('startStorageCheck', async ({ body, member }) => {
    await storageCheck.start(body.kind, member);
    return storageCheck.status();
  });
  router.mount('removeOrphans', async ({ body, member }) => orphans.removeOrphans(member, body.keys));
}
