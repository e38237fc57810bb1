import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** The feed of new games: each member can have a secret link to it. */
const feedParams = z.object({ token: z.string().max(200) });

/** `path`: the address of the feed on this site, which contains the secret. Null if the member has no feed. */
const ownFeed = z.object({ path: z.string().nullable() });

export type OwnFeed = z.infer<typeof ownFeed>;

export const feedsEndpoints = {
  getOwnFeed: endpoint('GET', '/api/feed', 'member', {
    scope: 'session',
    summary: 'The secret link to your feed of new games',
    response: ownFeed,
  }),
  renewOwnFeed: endpoint('POST', '/api/feed', 'member', {
    summary:
      'Create the link to your feed, or replace it with a new one; the old link is invalid from then on',
    response: ownFeed,
  }),
  deleteOwnFeed: endpoint('DELETE', '/api/feed', 'member', {
    summary: 'Turn off your feed; its link is invalid from then on',
    response: ownFeed,
  }),
  readFeed: endpoint('GET', '/api/feeds/:token', 'public', {
    summary: 'The newest games as an Atom feed (RFC 4287), by the secret link of a member',
    params: feedParams,
    produces: 'application/atom+xml',
  }),
};
