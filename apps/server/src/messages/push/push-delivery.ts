// Sends what is in the outbox of push messages: each by whichever node claims it, with growing pauses after failures.

import type { PushSubscription } from '@cellar/contract/messages/push.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { SettingsService } from '#admin/settings.service.ts';
import type { Db } from '#db/schema.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { longestPauseMs, minuteMs } from '#platform/durations.ts';
import type { HttpClient } from '#platform/http-client.ts';
import type { SecretBox } from '#platform/secret-box.ts';
import type { VapidKeys } from '#platform/web-push.ts';
import * as repository from './push.repository.ts';
import { contentOf, sendPush } from './push-message.ts';
import type { PushedAlert } from './push-texts.ts';

/** The pauses after failed attempts. After the last attempt, only the bell tells the member. */
const pauses = [1, 5, 30, 120].map((minutes) => minutes * minuteMs);
/** Longer than an attempt may take. If its node dies, another one may try after this time. */
const claimMs = minuteMs;
const parallelMessages = 6;

export const subscriptionPurpose = 'push subscription';

export interface DeliveryDeps {
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
export async function deliverPushes(deps: DeliveryDeps, signal: AbortSignal): Promise<void> {
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
