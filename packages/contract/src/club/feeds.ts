// The feed of new games: each member can have a secret link to it.
import { z } from 'zod';

export const feedParams = z.object({ token: z.string().max(200) });

/** `path`: the address of the feed on this site, which contains the secret. Null if the member has no feed. */
export const ownFeed = z.object({ path: z.string().nullable() });

export type OwnFeed = z.infer<typeof ownFeed>;
