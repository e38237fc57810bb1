// The endpoints of the member's download history and of the admin's download log.
import { Readable } from 'node:stream';
import type { Router } from '#http/route.ts';
import type { DownloadHistoryService } from './download-history.service.ts';
import type { DownloadLogService } from './download-log.service.ts';

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
