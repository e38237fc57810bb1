// Emails members about new games. Each member gets each game once: at 9 AM on a day, a Monday or the 1st, or within minutes. The
// number of the last game that a member was emailed about is stored with the account, and changes in the transaction that
// enqueues the email. So no crash and no second node can skip a game or announce it twice. The job is `run`.

import { artworkUrl } from '@cellar/contract/games/rules/artwork.ts';
import {
  type EmailFrequency,
  effectiveFrequency,
  emailFrequencies,
} from '@cellar/contract/messages/rules/email-frequency.ts';
import { Cron } from 'croner';
import type { Settings, SettingsService } from '#admin/settings.service.ts';
import type { Base } from '#platform/base.ts';
import { dayMs, hourMs, isoAt, isRecent, minuteMs } from '#platform/clock.ts';
import { createYielder } from '#platform/event-loop.ts';
import { createSingleFlight } from '#platform/shared-work.ts';
import type { MailsService } from '../emails/mails.service.ts';
import type { UnsubscribeService } from '../unsubscribe.service.ts';
import type { DataOf, WebhooksService } from '../webhooks/webhooks.service.ts';
import * as games from './announcements.repository.ts';
import {
  type AnnouncedRange,
  countAnnounced,
  findLastNumber,
  getState,
  listAnnounced,
  listPlatforms,
  updateState,
} from './announcements.repository.ts';
import type { AnnouncementsService } from './announcements.service.ts';
import { createDigestWriter, type DigestWriter } from './digest-writer.ts';
import type { ReaderGroup } from './digests.repository.ts';
import * as repository from './digests.repository.ts';

interface Deps extends Pick<Base, 'db' | 'unflushed' | 'clock' | 'log' | 'publicUrl'> {
  settings: SettingsService;
  mails: MailsService;
  announcements: AnnouncementsService;
  unsubscribe: UnsubscribeService;
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
async function updateFrequencies({ db, unflushed, clock }: Context, site: EmailFrequency): Promise<void> {
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
  if (!isRecent(clock, lastRunAt, runNotedMs)) await unflushed((trx) => updateState(trx, { lastRunAt: now }));
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
async function isQuiet({ db, clock }: Pick<Deps, 'db' | 'clock'>, after: number): Promise<boolean> {
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

// Tells webhooks of new games when the site would send a digest: one message about all games that it announces together. The record
// of what was announced changes in the transaction of the message, so no crash or second node can skip a game or announce it twice.

interface NewsWebhooksDeps extends Pick<Base, 'db' | 'clock' | 'publicUrl'> {
  settings: SettingsService;
  webhooks: WebhooksService;
  /** An IANA name. */
  timeZone: string;
}

type Told = NonNullable<Settings['newsTold']>;

/** A message names at most this many games. */
const maxListed = 10;

export function createNewsWebhooks(deps: NewsWebhooksDeps) {
  const { db, clock, settings, webhooks } = deps;
  const times = createDigestTimes(deps.timeZone);

  /** Starts now: at first, and when the frequency changes. Games not announced by then belong to the next message. */
  async function begin(from: Told | null, frequency: EmailFrequency): Promise<void> {
    const now = isoAt(clock);
    const through = from?.through ?? (await findLastNumber(db, now)) ?? 0;
    await db.transaction().execute(async (trx) => {
      await settings.replace(trx, 'newsTold', { from, to: { frequency, at: now, through } });
    });
  }

  /** Returns the message that is due. Undefined if none is. */
  async function findDue({ frequency, at, through: after }: Told): Promise<Told | undefined> {
    const now = isoAt(clock);
    const end = times.lastBefore(frequency, clock.now())?.toISOString();
    // A time in the future was written while the clock was wrong.
    if (end !== undefined && end <= at && at <= now) return undefined;
    const through = await findLastNumber(db, end ?? now);
    if (through === undefined || through <= after) return undefined;
    if (end === undefined && !(await isQuiet(deps, after))) return undefined;
    return { frequency, at: end ?? now, through };
  }

  return {
    async run(): Promise<void> {
      const { newsTold: from, emailFrequency, publicGamePages } = await settings.get();
      if (from?.frequency !== emailFrequency) return begin(from, emailFrequency);
      const to = await findDue(from);
      if (!to) return;
      const range = { after: from.through, through: to.through };
      const news = await describeNews(deps, range, publicGamePages);
      await db.transaction().execute(async (trx) => {
        // If two nodes run at once, only one of them replaces the setting.
        if (!(await settings.replace(trx, 'newsTold', { from, to }))) return;
        if (news.count > 0) await webhooks.enqueue(trx, 'new_games', news);
      });
      webhooks.deliverSoon();
    },
  };
}

async function describeNews(
  { db, publicUrl }: NewsWebhooksDeps,
  range: AnnouncedRange,
  areCoversPublic: boolean,
): Promise<DataOf<'new_games'>> {
  const rows = await listAnnounced(db, range, maxListed);
  const count = rows.length < maxListed ? rows.length : await countAnnounced(db, range);
  const platforms = await listPlatforms(
    db,
    rows.map(({ id }) => id),
  );
  const games = rows.map(({ id, title, boxArt, releaseDate, developer }) => ({
    id,
    title,
    url: `${publicUrl}/game/${id}`,
    platforms: platforms.get(id) ?? [],
    year: releaseDate?.slice(0, 4) ?? null,
    developer,
    cover: boxArt && areCoversPublic ? publicUrl + artworkUrl(boxArt) : null,
  }));
  return { count, games };
}

// Calculates when digests are sent: at 9 AM every day, every Monday or every 1st of the month, in one time zone.

const patterns: Record<Exclude<EmailFrequency, 'immediate'>, string> = {
  daily: '0 0 9 * * *',
  weekly: '0 0 9 * * 1',
  monthly: '0 0 9 1 * *',
};

type DigestTimes = ReturnType<typeof createDigestTimes>;

/** `timeZone`: an IANA name. */
export function createDigestTimes(timeZone: string) {
  const crons = new Map(
    Object.entries(patterns).map(([frequency, pattern]) => [
      frequency as EmailFrequency,
      new Cron(pattern, { timezone: timeZone, paused: true }),
    ]),
  );

  return {
    /** Returns the last time up to and including `now`, or undefined for immediate emails. */
    lastBefore(frequency: EmailFrequency, now: Date): Date | undefined {
      // `previousRuns` excludes the given moment.
      return crons.get(frequency)?.previousRuns(1, new Date(now.getTime() + 1))[0];
    },

    /** Returns the first time after `now`, or undefined for immediate emails. */
    nextAfter(frequency: EmailFrequency, now: Date): Date | undefined {
      return crons.get(frequency)?.nextRun(now) ?? undefined;
    },
  };
}
