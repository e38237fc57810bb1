// API tokens: what programs log in with, on behalf of a member.
import { z } from 'zod';
import { scopes } from '../endpoint.ts';
import { id, line, time } from '../text.ts';

/** Every API token begins with this, so that programs that search for leaked secrets recognize it. */
export const apiTokenPrefix = 'cellar_';

export const newApiToken = z.object({
  /** What the token is for, as its member calls it. */
  name: line(60),
  /** Only admins can choose `upload` and `admin`. */
  scopes: z
    .array(z.enum(scopes))
    .min(1, 'choose at least one scope')
    .max(scopes.length)
    .transform((chosen) => scopes.filter((scope) => chosen.includes(scope))),
  /** Null: the token does not expire. */
  expiresInDays: z.int().min(1).max(3650).nullable(),
});

export type NewApiToken = z.output<typeof newApiToken>;

export const apiToken = z
  .object({
    _id: id,
    name: z.string(),
    scopes: z.array(z.enum(scopes)),
    createdAt: time,
    /** Null: never. */
    expiresAt: time.nullable(),
    /** To within 10 minutes. Null: never. */
    lastUsedAt: time.nullable(),
    /** The network of the address that used it last. */
    lastUsedNetwork: z.string().nullable(),
  })
  .meta({ id: 'ApiToken' });

export type ApiToken = z.infer<typeof apiToken>;

/** The newest first. Those that have expired are listed for 30 more days. */
export const apiTokens = z.object({ tokens: z.array(apiToken) });

/** `token` is the secret. It is not stored, so this is the only answer that contains it. */
export const createdApiToken = z.object({ token: z.string(), apiToken });
