// Emails members about new games. Each member gets each game once: at 9 AM on a day, a Monday or the 1st, or within minutes. The
// number of the last game that a member was emailed about is stored with the account, and changes in the transaction that
// enqueues the email. So no crash and no second node can skip a game or announce it twice. The job is `run`.

import {
  type EmailFrequency,
  effectiveFrequency,
  emailFrequencies,
} from '@cellar/contract/messages/rules/email-frequency.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { SettingsService } from '#admin/settings.service.ts';
import type { Db } from '#db/schema.ts';
import { type Clock, isoAt, isRecent } from '#platform/clock.ts';
import { dayMs, hourMs, minuteMs } from '#platform/durations.ts';
import { createYielder } from '#platform/event-loop.ts';
import { createSingleFlight } from '#platform/single-flight.ts';
import type { MailsService } from '../emails/mails.service.ts';
import type { UnsubscribeService } from '../unsubscribe.service.ts';
import * as games from './announced-games.repository.ts';
import { getState, updateState } from './announcements.repository.ts';
import type { AnnouncementsService } from './announcements.service.ts';
import { createDigestTimes, type DigestTimes } from './digest-times.ts';
import { createDigestWriter, type DigestWriter } from './digest-writer.ts';
import type { ReaderGroup } from './digests.repository.ts';
import * as repository from './digests.repository.ts';

interface Deps {
  db: Db;
  clock: Clock;
  log: FastifyBaseLogger;
  settings: SettingsService;
  mails: MailsService;
  announcements: AnnouncementsService;
  unsubscribe: UnsubscribeService;
  publicUrl: string;
  /** An IANA name. */
  timeZone: string;
}

/** An immediate email is sent when no game has been added for this long … */
const quietMs = 5 * minuteMs;
/** … or when the first of its games was announced this long ago. */
const maxDelayMs = hourMs;
/** Longer than any period: a claim further in the future was made while the clock was wrong. */
const maxClaimAheadMs = 40 * dayMs;
const readersPerPage = 50;
const changesPerStatement = 250;

/** A digest to send now: the recipients, and the last game's number. */
interface DueDigest {
  group: ReaderGroup;
  through: number;
}

interface Context extends Deps {
  times: DigestTimes;
  isClosed: boolean;
}

const runNotedMs = 10 * minuteMs;

export function createDigestsService(deps: Deps) {
  const context: Context = { ...deps, times: createDigestTimes(deps.timeZone), isClosed: false };
  const running = createSingleFlight<void>();
  return {
    /** The job. If one digest fails, the others are still sent; the next run tries the failed one again. */
    run: () => running.run(() => sendDue(context)),

    /** Stops after the current member. The first run after the next start continues. */
    async close(): Promise<void> {
      context.isClosed = true;
      await running.ended();
    },
  };
}

async function sendDue(context: Context): Promise<void> {
  const { db, log, settings, announcements, unsubscribe, publicUrl } = context;
  await announcements.announce();
  const { emailFrequency, customMessage, siteName } = await settings.get();
  await updateFrequencies(context, emailFrequency);
  const writer = createDigestWriter({ db, unsubscribe, publicUrl, customMessage, site: siteName });
  const failures: unknown[] = [];
  for (const frequency of emailFrequencies) {
    for (const due of await listDue(context, frequency)) {
      await send(context, due, writer).catch((error) => {
        log.error({ err: error, frequency }, 'failed to write a digest');
        failures.push(error);
      });
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** A new frequency takes effect from the last run on that was noted. Games not sent by then become part of the next period's digest. */
async function updateFrequencies({ db, clock }: Context, site: EmailFrequency): Promise<void> {
  const now = isoAt(clock);
  const { lastRunAt } = await getState(db);
  const since = lastRunAt && lastRunAt < now ? lastRunAt : now;
  const yieldIfDue = createYielder();
  for (const pair of await repository.listFrequencies(db)) {
    const wanted = effectiveFrequency(pair.emailFrequency, site);
    if (wanted === pair.digestFrequency) continue;
    const change = { wanted, since, limit: changesPerStatement };
    while ((await repository.changeFrequency(db, pair, change)) === changesPerStatement) await yieldIfDue();
  }
  // Not every minute, which would keep the disk of a quiet server awake.
  if (!isRecent(clock, lastRunAt, runNotedMs)) await updateState(db, { lastRunAt: now });
}

async function listDue(context: Context, frequency: EmailFrequency): Promise<DueDigest[]> {
  const { db, clock, times } = context;
  const now = clock.now();
  const end = times.lastBefore(frequency, now);
  const through = await games.findLastNumber(db, (end ?? now).toISOString());
  if (through === undefined) return [];
  const period = end && { endsAt: end.toISOString(), latest: isoAt(clock, maxClaimAheadMs) };
  const groups = await repository.listReaderGroups(db, { frequency, before: through, period });
  const due: DueDigest[] = [];
  for (const group of groups) if (end || (await isQuiet(context, group.after))) due.push({ group, through });
  return due;
}

/** Waits for games that are added together, so that one message lists them all. */
export async function isQuiet({ db, clock }: Pick<Deps, 'db' | 'clock'>, after: number): Promise<boolean> {
  const span = await games.findSpan(db, after);
  if (!span) return false;
  return span.last <= isoAt(clock, -quietMs) || span.first <= isoAt(clock, -maxDelayMs);
}

async function send(context: Context, { group, through }: DueDigest, writer: DigestWriter): Promise<void> {
  const { db, mails } = context;
  const digest = await writer.prepare({ after: group.after, through });
  if (!digest) return;
  const yieldIfDue = createYielder();
  let afterId = '';
  for (;;) {
    const page = await repository.listReaders(db, group, { afterId, limit: readersPerPage });
    for (const reader of page) {
      if (context.isClosed) return;
      const mail = mails.compose(await writer.write(digest, reader, group));
      await db.transaction().execute(async (trx) => {
        if (await repository.claimDigest(trx, reader, { ...group, through })) await mails.enqueue(trx, mail);
      });
      await yieldIfDue();
    }
    if (page.length > 0) mails.deliverSoon();
    if (page.length < readersPerPage) return;
    afterId = page.at(-1)?.id ?? '';
  }
}
