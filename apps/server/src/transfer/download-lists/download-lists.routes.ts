// The endpoints of lists of several downloads.
import { create as contentDisposition } from 'content-disposition';
import type { Router } from '#http/route.ts';
import { type SiteAddress, siteUrlOf } from '#http/site-url.ts';
import type { DownloadListsService } from './download-lists.service.ts';

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
