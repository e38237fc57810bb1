// Push messages: which browsers get them, and the outbox. Every alert that has a row becomes a message (ADR 0031).

import type { PushState, PushSubscription } from '@cellar/contract/messages/alerts.endpoints.ts';
import type { AlertKind } from '@cellar/contract/messages/rules/alerts.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { SettingsService } from '#admin/settings.service.ts';
import type { Trx } from '#db/schema.ts';
import { AppError, sessionExpired } from '#http/errors.ts';
import type { Base } from '#platform/base.ts';
import { isoAt, minuteMs } from '#platform/clock.ts';
import type { HttpClient } from '#platform/http-client.ts';
import { isPublicHost } from '#platform/public-addresses.ts';
import { hashToken, newId } from '#platform/tokens.ts';
import { isPushKey, type VapidKeys, vapidKeysOf } from '#platform/web-push.ts';
import { afterFailure, createOutbox } from '../outbox.ts';
import * as repository from './push.repository.ts';
import { contentOf, type PushedAlert, sendPush } from './push-message.ts';

interface Deps extends Pick<Base, 'db' | 'clock' | 'log' | 'box' | 'publicUrl'> {
  settings: SettingsService;
  http: Pick<HttpClient, 'post'>;
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
  const outbox = createOutbox({
    ...{ db, clock, table: 'pushMessages', claimMs, parallelDeliveries },
    findNext: (now) => repository.findNextMessage(db, now),
    deliver: async (row) => deliver({ ...deps, keys: await readKeys() }, row),
  });

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

    /** A job. */
    async deliverDue(): Promise<void> {
      if (isOn) await outbox.deliverDue();
    },

    close: outbox.close,
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
const claimMs = minuteMs;
const parallelDeliveries = 6;

const subscriptionPurpose = 'push subscription';

async function deliver(deps: Deps & { keys: VapidKeys }, row: repository.PushMessageRow): Promise<void> {
  const { db, clock, log, box, settings } = deps;
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
    { ...deps, now: clock.now() },
  );
  if (typeof sent === 'object') {
    log.warn({ kind: row.kind, attempts: row.attempts + 1 }, 'a push message could not be sent');
    const { nextAttemptAt } = afterFailure(clock, pauses[row.attempts], sent.retryAfterMs);
    if (nextAttemptAt) return repository.postponeMessages(db, row, nextAttemptAt);
  }
  if (sent === 'gone') await repository.deleteSubscription(db, row.sessionId, found.endpointHash);
  if (sent === 'refused') log.warn({ kind: row.kind }, 'a push service refused a message');
  await repository.deleteMessage(db, row.id);
}
