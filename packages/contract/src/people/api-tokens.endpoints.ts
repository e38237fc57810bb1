import { z } from 'zod';
import { endpoint, scopes } from '../endpoint.ts';
import { done, id, idParams, line, named, time } from '../text.ts';

// API tokens: what programs log in with, on behalf of a member.

/** Every API token begins with this, so that programs that search for leaked secrets recognize it. */
export const apiTokenPrefix = 'cellar_';

const newApiToken = z.object({
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

const apiToken = named('ApiToken', {
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
});

export type ApiToken = z.infer<typeof apiToken>;

/** The newest first. Those that have expired are listed for 30 more days. */
const apiTokens = z.object({ tokens: z.array(apiToken) });

/** `token` is the secret. It is not stored, so this is the only answer that contains it. */
export const createdApiToken = z.object({ token: z.string(), apiToken });

export const apiTokensEndpoints = {
  listApiTokens: endpoint('GET', '/api/api-tokens', 'member', {
    scope: 'session',
    summary: 'Your API tokens, without their secrets',
    response: apiTokens,
  }),
  createApiToken: endpoint('POST', '/api/api-tokens', 'member', {
    isSensitive: true,
    summary: 'Create an API token; only this answer contains its secret',
    body: newApiToken,
    response: createdApiToken,
    status: 201,
  }),
  revokeApiToken: endpoint('DELETE', '/api/api-tokens/:id', 'member', {
    summary: 'Revoke an API token, and void its download tickets',
    params: idParams,
    response: done,
  }),
};
