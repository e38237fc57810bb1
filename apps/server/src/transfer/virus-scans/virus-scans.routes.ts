// Virus scans, for admins: their state, what they have found, and what happens to it.
import type { Router } from '#http/route.ts';
import type { VirusScansService } from './virus-scans.service.ts';

export function virusScansRoutes(router: Router, virusScans: VirusScansService): void {
  router.mount('getVirusScans', async () => virusScans.get());
  router.mount('scanAllAgain', async ({ member }) => {
    await virusScans.scanAllAgain(member);
    return virusScans.get();
  });
  router.mount('listVirusFindings', async ({ query }) => virusScans.list(query.page));
  router.mount('allowFinding', async ({ params, body, member }) => {
    await virusScans.allow(member, params.id, body.threat);
    return { message: 'The file can be downloaded' };
  });
  router.mount('quarantineFinding', async ({ params, member }) => {
    await virusScans.quarantine(member, params.id);
    return { message: 'The file is quarantined' };
  });
}
