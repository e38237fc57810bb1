import { checkPreconditions } from '#http/preconditions.ts';
import { originOf, type SiteAddress, siteUrlOf } from '#http/request-addresses.ts';
import type { Router } from '#http/route.ts';
import type { FeedsService } from './feeds.service.ts';

export function feedsRoutes(router: Router, feeds: FeedsService, site: SiteAddress): void {
  router.mount('getOwnFeed', async ({ member }) => feeds.getOwn(member.id));
  router.mount('renewOwnFeed', async ({ member }) => feeds.renew(member.id));
  router.mount('deleteOwnFeed', async ({ member }) => feeds.turnOff(member.id));

  router.mount('readFeed', async ({ params, request, reply }) => {
    const { network } = originOf(request);
    const feed = await feeds.read(params.token, { network, siteUrl: siteUrlOf(request, site) });
    reply
      .header('cache-control', 'private, no-cache')
      .header('etag', feed.etag)
      .header('last-modified', feed.lastModified.toUTCString());
    const checked = checkPreconditions(request.headers, feed);
    if (checked !== 'pass') return reply.status(checked).send();
    return reply.type('application/atom+xml; charset=utf-8').send(feed.text);
  });
}
