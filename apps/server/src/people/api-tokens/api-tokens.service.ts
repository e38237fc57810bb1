// API tokens: creating, listing and revoking them, and finding the member that one belongs to (ADR 0035).

import { type Scope, scopes } from '@cellar/contract/endpoint.ts';
import {
  type ApiToken,
  apiTokenPrefix,
  type createdApiToken,
  type NewApiToken,
} from '@cellar/contract/people/api-tokens.endpoints.ts';
import { grantableScopes } from '@cellar/contract/people/rules/token-scopes.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { AuditService } from '#admin/audit.service.ts';
import { type Stamp, unlessFull } from '#db/database.ts';
import type { Trx } from '#db/schema.ts';
import { whileUnchanged } from '#db/while-unchanged.ts';
import type { Member } from '#http/access.ts';
import { AppError, notFound, refuseTooMany } from '#http/errors.ts';
import { originOf } from '#http/request-addresses.ts';
import type { MailsService } from '#messages/emails/mails.service.ts';
import type { Base } from '#platform/base.ts';
import { type Clock, dayMs, hourMs, isoAt, isRecent, minuteMs } from '#platform/clock.ts';
import { restartLifetimes } from '#platform/lifetimes.ts';
import { hashToken, newId, newToken } from '#platform/tokens.ts';
import type { TicketsService } from '#transfer/downloads/tickets.service.ts';
import type { UsersService } from '../members/users.service.ts';
import * as repository from './api-tokens.repository.ts';

/** The last use is written at most this often, not on every request. */
const touchMs = 10 * minuteMs;
/** For how long an expired token is listed, so that its member sees why a program is refused. */
const listedMs = 30 * dayMs;
const cachedTokens = 1000;

interface Deps extends Pick<Base, 'db' | 'unflushed' | 'clock' | 'publicUrl' | 'limiter'> {
  stamp: Stamp;
  users: UsersService;
  tickets: TicketsService;
  mails: MailsService;
  audit: AuditService;
}

export type ApiTokensService = ReturnType<typeof createApiTokens>;

/** Returns whether a bearer token is an API token, and not that of a session. */
export function isApiToken(token: string): boolean {
  return token.startsWith(apiTokenPrefix);
}

export function createApiTokens(deps: Deps) {
  const { db, stamp, clock } = deps;
  const findApiToken = whileUnchanged(stamp, repository.prepareFindApiToken(db), cachedTokens);

  return {
    /** Returns the account and scopes of a valid token, and records the use. */
    async find(token: string, request: FastifyRequest) {
      const found = await findApiToken(hashToken(token));
      if (!found || hasEnded(clock, found.expiresAt)) return undefined;
      if (!isRecent(clock, found.lastUsedAt, touchMs)) {
        await touch(deps, found.tokenId, request).catch(unlessFull);
      }
      return { ...found, scopes: readScopes(found.scopes) };
    },

    async list(userId: string): Promise<ApiToken[]> {
      return (await repository.listApiTokens(db, userId)).map(present);
    },

    create: (member: Member, token: NewApiToken) => create(deps, member, token),

    /** Ends its download tickets too. @throws AppError not_found */
    async revoke(member: Member, id: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const revoked = await repository.deleteApiToken(trx, member.id, id);
        if (!revoked) throw notFound('API token');
        await deps.tickets.revokeOfSession(trx, revoked.tokenHash);
        const { email } = member;
        await deps.audit.write(trx, { action: 'api_token_revoked', actor: email, subject: revoked.name });
      });
    },

    /** The caller ends the download tickets. */
    revokeAll: (trx: Trx, userId: string) => repository.deleteApiTokensOf(trx, userId),

    async removeExpired(): Promise<void> {
      await repository.deleteExpiredBefore(db, isoAt(clock, -listedMs));
      await restartLifetimes(db, clock, 'apiTokens');
    },
  };
}

/** @throws AppError forbidden for scopes that the member may not give, limit_reached, too_many_requests */
async function create(
  deps: Deps,
  member: Member,
  { name, scopes: chosen, expiresInDays }: NewApiToken,
): Promise<z.input<typeof createdApiToken>> {
  const { db, clock, audit, mails, limiter } = deps;
  const { id: userId, email } = member;
  const grantable = grantableScopes(member);
  const refused = chosen.find((scope) => !grantable.includes(scope));
  if (refused) throw new AppError('forbidden', `You cannot create tokens with the scope "${refused}".`);
  // Limited because each token adds an entry to the audit log and sends an email.
  const limit = { key: `api-tokens:${userId}`, max: limits.apiTokensPerHour, windowMs: hourMs };
  refuseTooMany(await limiter.count([limit]));
  const token = `${apiTokenPrefix}${newToken()}`;
  const now = clock.now().getTime();
  const row: repository.ApiTokenRow = {
    id: newId(),
    tokenHash: hashToken(token),
    userId,
    name,
    scopes: JSON.stringify(chosen),
    createdAt: new Date(now).toISOString(),
    expiresAt: expiresInDays === null ? null : new Date(now + expiresInDays * dayMs).toISOString(),
    lastUsedAt: null,
    lastUsedNetwork: null,
  };
  const mail = await prepareMail(deps, userId, name);
  await db.transaction().execute(async (trx) => {
    if ((await repository.countForAddition(trx, userId)) >= limits.apiTokensPerMember) {
      throw new AppError('limit_reached', `You can have at most ${limits.apiTokensPerMember} API tokens.`);
    }
    await repository.insertApiToken(trx, row);
    const detail = chosen.join(', ');
    await audit.write(trx, { action: 'api_token_created', actor: email, subject: name, detail });
    await mails.enqueue(trx, mail);
  });
  mails.deliverSoon();
  return { token, apiToken: present(row) };
}

/** @throws AppError not_found */
async function prepareMail({ db, users, mails, publicUrl }: Deps, userId: string, label: string) {
  const user = await users.find(db, userId);
  if (!user) throw notFound('Account');
  const { email: to, name, language } = user;
  const url = `${publicUrl}/account?tab=security`;
  return mails.prepare({ kind: 'apiTokenCreated', to, userId, name, language, url, values: { label } });
}

async function touch({ unflushed, clock }: Deps, id: string, request: FastifyRequest): Promise<void> {
  const use = { lastUsedAt: isoAt(clock), lastUsedNetwork: originOf(request).network };
  await unflushed((trx) => repository.touchApiToken(trx, id, use));
}

function hasEnded(clock: Clock, expiresAt: string | null): boolean {
  return expiresAt !== null && expiresAt <= isoAt(clock);
}

/** Without scopes that this version does not know. */
function readScopes(json: string): Scope[] {
  const given: string[] = JSON.parse(json);
  return scopes.filter((scope) => given.includes(scope));
}

function present(row: repository.ApiTokenRow): ApiToken {
  const { id, name, createdAt, expiresAt, lastUsedAt, lastUsedNetwork } = row;
  return {
    _id: id,
    name,
    scopes: readScopes(row.scopes),
    createdAt,
    expiresAt,
    lastUsedAt,
    lastUsedNetwork,
  };
}
