// Push messages: which browsers get them, and the outbox. Every alert that has a row becomes a message (ADR 0031).

import type { PushState, PushSubscription } from '@cellar/contract/messages/alerts.endpoints.ts';
import type { AlertKind } from '@cellar/contract/messages/rules/alerts.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { SettingsService } from '#admin/settings.service.ts';
import type { Db, Trx } from '#db/schema.ts';
import { AppError, sessionExpired } from '#http/errors.ts';
import { type Clock, isoAt, longestPauseMs, minuteMs } from '#platform/clock.ts';

import type { HttpClient } from '#platform/http-client.ts';
import { isPublicHost } from '#platform/public-addresses.ts';
import type { SecretBox } from '#platform/secret-box.ts';
import { hashToken, newId } from '#platform/tokens.ts';
import { isPushKey, type VapidKeys, vapidKeysOf } from '#platform/web-push.ts';
import * as repository from './push.repository.ts';
import { contentOf, type PushedAlert, sendPush } from './push-message.ts';

interface Deps extends Omit<DeliveryDeps, 'readKeys'> {
  /** False: nothing is sent, and nothing is kept to be sent later. */
  isOn: boolean;
  /** Whether plain http and addresses in private networks are permitted. */
  allowsPrivate: boolean;
}

/** The member and the token of the session. */
export interface Subscriber {
  id: string;
  token: string;
}

export type PushService = ReturnType<typeof createPushService>;

export function createPushService(deps: Deps) {
  const { db, clock, box, isOn } = deps;
  const closing = new AbortController();
  let delivering: Promise<void> | undefined;

  /**
   * Made from the secret key, so that all nodes have the same and nothing must be stored. If the secret key is replaced, push services
   * refuse the new one, and browsers subscribe again.
   */
  async function readKeys(): Promise<VapidKeys> {
    for (let at = 0; ; at += 1) {
      const keys = vapidKeysOf(await box.sign(String(at), 'push key'));
      if (keys) return keys;
    }
  }

  async function stateOf(hasSubscription: boolean): Promise<PushState> {
    return { publicKey: isOn ? (await readKeys()).publicKey : null, isOn: isOn && hasSubscription };
  }

  async function sessionOf({ token }: Subscriber): Promise<string> {
    const session = await repository.findSessionId(db, hashToken(token));
    if (!session) throw sessionExpired();
    return session.id;
  }

  return {
    async get(subscriber: Subscriber): Promise<PushState> {
      const found = await repository.findSubscription(db, await sessionOf(subscriber));
      return stateOf(found !== undefined);
    },

    /** @throws AppError validation_failed for an address that the environment does not permit, or invalid keys */
    async turnOn(subscriber: Subscriber, subscription: PushSubscription): Promise<PushState> {
      refuseUnfit(subscription, deps);
      const row = {
        userId: subscriber.id,
        endpointHash: hashToken(subscription.endpoint),
        sealed: await box.seal(JSON.stringify(subscription), subscriptionPurpose),
        createdAt: isoAt(clock),
      };
      await db.transaction().execute(async (trx) => {
        const session = await repository.lockSessionId(trx, hashToken(subscriber.token));
        if (!session) throw sessionExpired();
        await repository.putSubscription(trx, { ...row, sessionId: session.id });
        await repository.deleteSurplus(trx, subscriber.id, limits.pushBrowsersPerMember);
      });
      return stateOf(true);
    },

    async turnOff(subscriber: Subscriber): Promise<PushState> {
      await repository.deleteSubscription(db, await sessionOf(subscriber));
      return stateOf(false);
    },

    /** Tells the browsers of these members of an alert, once the transaction is committed. */
    async enqueue(
      trx: Trx,
      userIds: readonly string[],
      { kind, subject }: { kind: AlertKind; subject: string },
    ): Promise<void> {
      if (!isOn) return;
      const sessionIds = await repository.listSessionIds(trx, userIds);
      const due = { kind, subject, attempts: 0, nextAttemptAt: isoAt(clock) };
      for (let at = 0; at < sessionIds.length; at += rowsPerStatement) {
        const step = sessionIds.slice(at, at + rowsPerStatement);
        await repository.insertMessages(
          trx,
          step.map((sessionId) => ({ id: newId(), sessionId, ...due })),
        );
      }
    },

    /** A job. A call during a delivery joins it. */
    deliverDue(): Promise<void> {
      if (!isOn) return Promise.resolve();
      delivering ??= deliverPushes({ ...deps, readKeys }, closing.signal).finally(() => {
        delivering = undefined;
      });
      return delivering;
    },

    async close(): Promise<void> {
      closing.abort();
      await delivering?.catch(() => undefined);
    },
  };
}

const rowsPerStatement = 500;

/** Whether a host name leads to a private address is known only when a message is sent. */
function refuseUnfit({ endpoint, keys }: PushSubscription, { allowsPrivate }: Deps): void {
  const { protocol, hostname, username, password } = new URL(endpoint);
  const isSafe = protocol === 'https:' && !username && !password && isPublicHost(hostname);
  if (!allowsPrivate && !isSafe) refuse('endpoint', 'must begin with https:// and be public');
  if (!isPushKey(keys.p256dh)) refuse('keys.p256dh', 'is not a key');
}

function refuse(path: string, message: string): never {
  throw new AppError('validation_failed', 'The subscription is not valid', { issues: [{ path, message }] });
}

/** The pauses after failed attempts. After the last attempt, only the bell tells the member. */
const pauses = [1, 5, 30, 120].map((minutes) => minutes * minuteMs);
/** Longer than an attempt may take. If its node dies, another one may try after this time. */
const claimMs = minuteMs;
const parallelMessages = 6;

/** Sends what is in the outbox of push messages: each by whichever node claims it, with growing pauses after failures. */
const subscriptionPurpose = 'push subscription';

interface DeliveryDeps {
  db: Db;
  clock: Clock;
  log: FastifyBaseLogger;
  settings: SettingsService;
  box: SecretBox;
  http: Pick<HttpClient, 'post'>;
  publicUrl: string;
  readKeys(): Promise<VapidKeys>;
}

type Row = repository.PushMessageRow;

/** Returns when nothing is due, or the signal was aborted. */
async function deliverPushes(deps: DeliveryDeps, signal: AbortSignal): Promise<void> {
  const { db, clock } = deps;
  await repository.bringBack(db, { now: isoAt(clock), latest: isoAt(clock, longestPauseMs) });
  const work = async () => {
    while (!signal.aborted) {
      const row = await claimNext(deps);
      if (!row) return;
      await deliver(deps, row, signal);
    }
  };
  // All workers end before a failure is reported, because the caller may close the database next.
  const ends = await Promise.allSettled(Array.from({ length: parallelMessages }, work));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed && !signal.aborted) throw failed.reason;
}

async function claimNext({ db, clock }: DeliveryDeps): Promise<Row | undefined> {
  for (;;) {
    const row = await repository.findNextMessage(db, isoAt(clock));
    if (!row || (await repository.claimMessage(db, row, isoAt(clock, claimMs)))) return row;
  }
}

async function deliver(deps: DeliveryDeps, row: Row, signal: AbortSignal): Promise<void> {
  const { db, clock, box, settings } = deps;
  const found = await repository.findContent(db, row, isoAt(clock));
  const opened = found && (await box.open(found.sealed, subscriptionPurpose));
  // After the secret key was replaced. The member's page then shows that the messages are off.
  if (found && opened === undefined)
    await repository.deleteSubscription(db, row.sessionId, found.endpointHash);
  if (!found || opened === undefined) return repository.deleteMessage(db, row.id);
  const { siteName } = await settings.get();
  const alert = { kind: row.kind, data: JSON.parse(found.data) } as PushedAlert;
  const sent = await sendPush(
    JSON.parse(opened) as PushSubscription,
    contentOf(alert, found.language, siteName),
    { ...deps, keys: await deps.readKeys(), now: clock.now(), signal },
  );
  if (typeof sent === 'object') return postpone(deps, row, sent.retryAfterMs);
  if (sent === 'gone') await repository.deleteSubscription(db, row.sessionId, found.endpointHash);
  if (sent === 'refused') deps.log.warn({ kind: row.kind }, 'a push service refused a message');
  await repository.deleteMessage(db, row.id);
}

async function postpone(
  { db, clock, log }: DeliveryDeps,
  row: Row,
  retryAfterMs: number | undefined,
): Promise<void> {
  const pause = pauses[row.attempts];
  log.warn({ kind: row.kind, attempts: row.attempts + 1 }, 'a push message could not be sent');
  if (pause === undefined) return repository.deleteMessage(db, row.id);
  await repository.postponeMessages(db, row, isoAt(clock, Math.max(pause, retryAfterMs ?? 0)));
}
