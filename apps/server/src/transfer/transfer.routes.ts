// The endpoints of the member's download history and of the admin's download log.
import { Readable } from 'node:stream';
import type { UserLimits } from '@cellar/contract/transfer/download-limits.endpoints.ts';
import { create as contentDisposition } from 'content-disposition';
import { type SiteAddress, siteUrlOf } from '#http/request-addresses.ts';
import type { Router } from '#http/route.ts';
import type { DownloadHistoryService } from './download-activity/download-history.service.ts';
import type { DownloadLogService } from './download-activity/download-log.service.ts';
import type { DownloadListsService } from './download-lists/download-lists.service.ts';
import type { DownloadsService } from './downloads/downloads.service.ts';
import type { ExtrasService } from './files/extras.service.ts';
import type { LimitsService } from './limits/limits.service.ts';
import type { VirusScansService } from './virus-scans/virus-scans.service.ts';

interface Services {
  downloadHistory: DownloadHistoryService;
  downloadLog: DownloadLogService;
}

export function downloadActivityRoutes(router: Router, { downloadHistory, downloadLog }: Services): void {
  router.mount('myActivity', async ({ query, member }) => downloadHistory.list(member.id, query));

  router.mount('clearMyActivity', async ({ member }) => {
    await downloadHistory.hideAll(member.id);
    return { message: 'Download history cleared' };
  });

  router.mount('deleteActivity', async ({ params, member }) => {
    await downloadHistory.hide(member.id, params.id);
    return { message: 'Download entry deleted' };
  });

  router.mount('allActivity', async ({ query }) => downloadLog.list(query));
  router.mount('activityStats', async ({ query }) => downloadLog.stats(query.days));
  router.mount('runningDownloads', async () => downloadLog.running());

  router.mount('clearAllActivity', async ({ member }) => {
    await downloadLog.clear(member);
    return { message: 'Download history cleared' };
  });

  router.mount('exportActivity', async ({ query, reply }) =>
    reply
      .type('text/csv; charset=utf-8; header=present')
      .header('content-disposition', 'attachment; filename="download-activity.csv"')
      .header('cache-control', 'no-store')
      .send(Readable.from(downloadLog.exportLines(query))),
  );
}

// The endpoints of lists of several downloads.

export function downloadListsRoutes(router: Router, lists: DownloadListsService, site: SiteAddress): void {
  router.mount('planDownloadList', async ({ body, member }) => lists.plan(body, member));

  router.mount('createDownloadList', async ({ body, member, token, request, reply }) => {
    const { format, ...choice } = body;
    const siteUrl = siteUrlOf(request, site);
    const list = await lists.create(member, { choice, format, siteUrl, session: token });
    return reply
      .type(list.mediaType)
      .header('content-disposition', contentDisposition(list.fileName))
      .header('cache-control', 'no-store')
      .send(list.text);
  });
}

export function limitsRoutes(
  router: Router,
  { limits, downloads }: { limits: LimitsService; downloads: DownloadsService },
): void {
  const userLimits = async (userId: string): Promise<UserLimits> => ({
    ...(await limits.ownOf(userId)),
    use: await downloads.limitsUse(userId),
  });

  router.mount('getSiteLimits', () => limits.site());
  router.mount('changeSiteLimits', async ({ member, body }) => {
    await limits.changeSite(member, body);
    return limits.site();
  });

  router.mount('myLimits', ({ member }) => downloads.limitsUse(member.id));
  router.mount('getUserLimits', ({ params }) => userLimits(params.userId));
  router.mount('changeUserLimits', async ({ member, params, body }) => {
    await limits.changeOwn(member, params.userId, body);
    return userLimits(params.userId);
  });
  router.mount('liftUserLimits', async ({ member, params }) => {
    await limits.lift(member, params.userId);
    return userLimits(params.userId);
  });
}

// The endpoints for editing and deleting updates and extras. transfer/uploads adds them, and transfer/downloads sends them.

export function extrasRoutes(router: Router, extras: ExtrasService): void {
  router.mount('editExtra', async ({ params, body, member }) =>
    extras.editExtra(params.id, params.extraId, body, member),
  );

  router.mount('deleteExtra', async ({ params, member }) => {
    await extras.deleteExtra(params.id, params.extraId, member);
    return { message: 'Extra deleted' };
  });
}

// Virus scans, for admins: their state, what they have found, and what happens to it.

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
