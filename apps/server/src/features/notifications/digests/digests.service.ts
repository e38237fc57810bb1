// Tells members of new games: each of every game once, at 9 AM of a day, a Monday or a 1st, or within minutes. What a member
// was told of is a number on the account, moved on in the transaction that lays the mail into the outbox: whatever dies, and
// however many nodes there are, no game is told twice and none is left out. The job is `run`.

import {
  type EmailFrequency,
  effectiveFrequency,
  emailFrequencies,
} from '@cellar/contract/rules/email-frequency.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/schema.ts';
import type { MailsService } from '#features/mails/mails.service.ts';
import type { SettingsService } from '#features/settings/settings.service.ts';
import { createBreather } from '#platform/breather.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { dayMs, hourMs, minuteMs } from '#platform/durations.ts';
import { createSingleFlight } from '#platform/single-flight.ts';
import type { UnsubscribeService } from '../unsubscribe.service.ts';
import { getState, updateState } from './announcing.repository.ts';
import type { AnnouncingService } from './announcing.service.ts';
import { createDigestTimes } from './digest-times.ts';
import { createDigestWriter, type DigestWriter } from './digest-writer.ts';
import type { Readers } from './digests.repository.ts';
import * as repository from './digests.repository.ts';
import * as news from './news.repository.ts';

interface Deps {
  db: Db;
  clock: Clock;
  log: FastifyBaseLogger;
  settings: SettingsService;
  mails: MailsService;
  announcing: AnnouncingService;
  unsubscribe: UnsubscribeService;
  publicUrl: string;
  /** IANA name. */
  timeZone: string;
}

/** A mail goes out immediately once so long nothing more has come, and so long after the first at the latest. */
const quietMs = 5 * minuteMs;
const longestMs = hourMs;
/** Longer than any period: a claim of a period so far ahead is of a clock that was wrong. */
const aheadMs = 40 * dayMs;
const membersPerBatch = 50;
const changedAtOnce = 250;

/** Who is to be told now, and up to which number. */
interface Due {
  readers: Readers;
  through: number;
}

export function createDigestsService(deps: Deps) {
  const { db, clock, log, settings, mails, announcing, unsubscribe, publicUrl, timeZone } = deps;
  const times = createDigestTimes(timeZone);
  const running = createSingleFlight<void>();
  let isClosed = false;

  /** A frequency that has changed holds from the last run on: what was missed by then is told with the next period. */
  async function noteFrequencies(site: EmailFrequency): Promise<void> {
    const now = isoAt(clock);
    const { lastRunAt } = await getState(db);
    const since = lastRunAt && lastRunAt < now ? lastRunAt : now;
    const breathe = createBreather();
    for (const held of await repository.listFrequencies(db)) {
      const wanted = effectiveFrequency(held.emailFrequency, site);
      if (wanted === held.digestFrequency) continue;
      const change = { wanted, since, limit: changedAtOnce };
      while ((await repository.changeFrequency(db, held, change)) === changedAtOnce) await breathe();
    }
    await updateState(db, { lastRunAt: now });
  }

  async function listDue(frequency: EmailFrequency): Promise<Due[]> {
    const now = clock.now();
    const end = times.lastBefore(frequency, now);
    const through = await news.findLastNumber(db, (end ?? now).toISOString());
    if (through === undefined) return [];
    const period = end && { endsAt: end.toISOString(), latest: isoAt(clock, aheadMs) };
    const all = await repository.listReaders(db, { frequency, before: through, period });
    const due: Due[] = [];
    for (const readers of all) if (end || (await isOver(readers.after))) due.push({ readers, through });
    return due;
  }

  /** Games that are added together are told together. */
  async function isOver(after: number): Promise<boolean> {
    const span = await news.findSpan(db, after);
    return (
      span !== undefined && (span.last <= isoAt(clock, -quietMs) || span.first <= isoAt(clock, -longestMs))
    );
  }

  async function tell({ readers, through }: Due, writer: DigestWriter): Promise<void> {
    const digest = await writer.prepare({ after: readers.after, through });
    if (!digest) return;
    const breathe = createBreather();
    let afterId = '';
    for (;;) {
      const page = await repository.listMembers(db, readers, { afterId, limit: membersPerBatch });
      for (const member of page) {
        if (isClosed) return;
        const mail = mails.compose(await writer.write(digest, member, readers));
        await db.transaction().execute(async (trx) => {
          if (await repository.claimDigest(trx, member, { ...readers, through }))
            await mails.enqueue(trx, mail);
        });
        await breathe();
      }
      if (page.length > 0) mails.deliverSoon();
      if (page.length < membersPerBatch) return;
      afterId = page.at(-1)?.id ?? '';
    }
  }

  async function runOnce(): Promise<void> {
    await announcing.announce();
    const { emailFrequency, customMessage, siteName } = await settings.get();
    await noteFrequencies(emailFrequency);
    const writer = createDigestWriter({ db, unsubscribe, publicUrl, customMessage, site: siteName });
    const failures: unknown[] = [];
    for (const frequency of emailFrequencies) {
      for (const due of await listDue(frequency)) {
        await tell(due, writer).catch((error) => {
          log.error({ err: error, frequency }, 'a digest could not be written');
          failures.push(error);
        });
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  return {
    /** A job. What fails for some is tried again by the next run, and keeps nobody else from being told. */
    run: () => running.run(runOnce),

    /** Who has not been told yet is told after the next start. */
    async close(): Promise<void> {
      isClosed = true;
      await running.ended();
    },
  };
}
