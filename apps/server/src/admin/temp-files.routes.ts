// The temp folders, for admins.
import type { Router } from '#http/route.ts';
import type { TempFilesService } from './temp-files.service.ts';

export function tempFilesRoutes(router: Router, tempFiles: TempFilesService): void {
  router.mount('getTempStatus', async () => tempFiles.listTempFiles());
  router.mount('clearTemp', async ({ body, member }) => tempFiles.clear(member, body.includeRecent));
}
