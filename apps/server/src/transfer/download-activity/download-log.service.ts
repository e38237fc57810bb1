// The admin's log of downloads: filtered pages, figures, statistics, running downloads, export and clearing.

import type {
  ActivityFigures,
  ActivityFilter,
  ActivityStats,
  AllActivity,
  LoggedActivity,
  RunningDownload,
} from '@cellar/contract/transfer/download-activity.endpoints.ts';
import type { AuditService } from '#admin/audit.service.ts';
import type { SettingsService } from '#admin/settings.service.ts';
import type { Db } from '#db/schema.ts';
import type { Base } from '#platform/base.ts';
import { dayMs, isoAt } from '#platform/clock.ts';
import { pageCount } from '#platform/page-count.ts';
import { createProportionalCache } from '#platform/shared-work.ts';
import type { Cursor, LogFilter } from './download-log.repository.ts';
import * as repository from './download-log.repository.ts';
import { listTopGames, sumDays } from './download-stats.repository.ts';
import { presentGame, presentLogged } from './present-activity.ts';

const topGamesListed = 10;
const runningListed = 500;
const exportBatch = 1000;
/** Results over at least this many downloads are cached. */
const expensiveFrom = 20_000;

export type DownloadLogService = ReturnType<typeof createDownloadLog>;

interface Deps extends Pick<Base, 'db' | 'longReads' | 'clock'> {
  audit: AuditService;
  settings: SettingsService;
}

type Caches = ReturnType<typeof createCaches>;

export function createDownloadLog(deps: Deps) {
  const { db, clock, audit, settings } = deps;
  const caches = createCaches();
  return {
    list: (query: ActivityFilter & Page) => list(deps, caches, query),
    stats: (dayCount: number) => stats(deps, caches, dayCount),
    exportLines: (filter: ActivityFilter) => exportLines(deps, filter),

    async running(): Promise<{ downloads: RunningDownload[]; total: number }> {
      const rows = await repository.listRunning(db, runningListed);
      const downloads = rows.map((row) => ({ ...presentLogged(row), lastByteAt: row.lastByteAt }));
      return { downloads, total: await repository.countRunning(db) };
    },

    /** Takes effect at once, however long the log is; a job updates the rows later. */
    async clear(admin: { email: string }): Promise<void> {
      const activityClearedAt = isoAt(clock);
      await db.transaction().execute(async (trx) => {
        await settings.set(trx, { activityClearedAt });
        await audit.write(trx, { action: 'history_cleared', actor: admin.email });
      });
    },
  };
}

function createCaches() {
  return {
    figures: createProportionalCache<ActivityFigures>(),
    counts: createProportionalCache<number>(),
    stats: createProportionalCache<ActivityStats>(),
  };
}

/** Returns the time when the log was last cleared. Earlier downloads are not part of the log. */
async function clearedAt({ settings }: Deps): Promise<string> {
  return (await settings.get()).activityClearedAt;
}

interface Page {
  page: number;
  limit: number;
}

async function list(deps: Deps, caches: Caches, query: ActivityFilter & Page): Promise<AllActivity> {
  const { longReads } = deps;
  const { page, limit } = query;
  const since = await clearedAt(deps);
  const filter = filterOf(query, since);
  const figures = await caches.figures(since, () => measure(deps, since), isLong);
  const count = () => repository.countLogged(longReads, filter);
  const total = await caches.counts(JSON.stringify(filter), count, () => isLong(figures));
  const totalPages = pageCount(total, limit);
  const rows = await repository.listLogged(longReads, filter, sliceOf({ page, limit, total }));
  return {
    activities: rows.map(presentLogged),
    stats: figures,
    currentPage: page,
    totalPages,
    total,
    pagination: { pages: totalPages },
  };
}

/** Reads the log only as fast as the caller consumes the lines. */
async function* exportLines(deps: Deps, wanted: ActivityFilter): AsyncGenerator<string> {
  const filter = filterOf(wanted, await clearedAt(deps));
  yield csvHead;
  let after: Cursor | undefined;
  do {
    const rows = await repository.listLoggedAfter(deps.longReads, filter, { after, limit: exportBatch });
    if (rows.length > 0) yield rows.map((row) => csvLine(presentLogged(row))).join('');
    after = rows.length < exportBatch ? undefined : rows.at(-1);
  } while (after);
}

async function stats(deps: Deps, caches: Caches, dayCount: number): Promise<ActivityStats> {
  const since = await clearedAt(deps);
  const days = lastDays(deps.clock.now(), dayCount);
  const sum = () => sumStats(deps.longReads, days, since);
  return caches.stats(`${days[0]} ${dayCount} ${since}`, sum, (answer) =>
    isLong({ totalDownloads: answer.days.reduce((total, { downloads }) => total + downloads, 0) }),
  );
}

async function measure({ db, longReads }: Deps, since: string): Promise<ActivityFigures> {
  const { users, games } = await repository.countUsersAndGames(longReads, since);
  return {
    totalDownloads: await repository.countLogged(longReads, { member: '', game: '', from: since }),
    uniqueUsers: users,
    uniqueGames: games,
    inProgress: await repository.countRunning(db, since),
  };
}

async function sumStats(db: Db, days: string[], clearedAt: string): Promise<ActivityStats> {
  const since = laterOf(days[0] ?? '', clearedAt);
  const rows = new Map((await sumDays(db, since)).map((row) => [row.day, row]));
  const games = await listTopGames(db, since, topGamesListed);
  return {
    handedOver: [...rows.values()].reduce((sum, { handedOver }) => sum + handedOver, 0),
    days: days.map((day) => rows.get(day) ?? { day, downloads: 0, completed: 0, bytes: 0 }),
    games: games.map((row) => ({
      gameTitle: row.gameTitle,
      downloads: row.downloads,
      bytes: row.bytes,
      game: presentGame(row),
    })),
  };
}

function isLong({ totalDownloads }: Pick<ActivityFigures, 'totalDownloads'>): boolean {
  return totalDownloads >= expensiveFrom;
}

function filterOf({ member, game, status, from, to }: ActivityFilter, since: string): LogFilter {
  const first = laterOf(momentOf(from, '00:00:00.000') ?? '', since);
  return { member, game, status, from: first, to: momentOf(to, '23:59:59.999') };
}

/** Works for ISO times and days, because their text sorts by time. */
function laterOf(one: string, other: string): string {
  return one > other ? one : other;
}

function momentOf(dayOrTime: string | undefined, time: string): string | undefined {
  if (!dayOrTime) return undefined;
  return dayOrTime.includes('T') ? new Date(dayOrTime).toISOString() : `${dayOrTime}T${time}Z`;
}

/** Counts from the nearer end of the list, because a database reads all rows that an offset skips. */
function sliceOf({ page, limit, total }: Page & { total: number }) {
  const offset = Math.min((page - 1) * limit, total);
  const size = Math.min(limit, total - offset);
  const remaining = total - offset - size;
  return offset <= remaining
    ? ({ offset, limit: size, order: 'desc' } as const)
    : ({ offset: remaining, limit: size, order: 'asc' } as const);
}

function lastDays(now: Date, count: number): string[] {
  const at = (back: number) => new Date(now.getTime() - back * dayMs).toISOString().slice(0, 10);
  return Array.from({ length: count }, (_, index) => at(count - 1 - index));
}

/** The beginning of a cell that is a formula, also in full-width characters, for programs that separate cells by `;`. */
const formula = /(^|;)(?=[\s"]*[=+\-@＝＋－＠])/g;

const columns: Record<string, (activity: LoggedActivity) => string | number> = {
  Began: ({ downloadedAt }) => downloadedAt,
  Ended: ({ endedAt }) => endedAt ?? '',
  Status: ({ downloadStatus }) => downloadStatus,
  Game: ({ gameTitle }) => gameTitle,
  Platform: ({ platform }) => platform,
  'File size': ({ fileSize }) => fileSize,
  'Bytes sent': ({ bytesSent }) => bytesSent,
  'Handed over': ({ isHandedOver }) => (isHandedOver ? 'yes' : 'no'),
  Member: ({ user }) => user?.name ?? 'Unknown',
  'E-mail': ({ user }) => user?.email ?? '',
  'Download id': ({ downloadId }) => downloadId,
  Extra: ({ extra }) => extra?.name ?? '',
  'Single file': ({ singleFile }) => singleFile?.name ?? '',
};

/** The log of downloads as CSV (RFC 4180). */
const csvHead = lineOf(Object.keys(columns));

function csvLine(activity: LoggedActivity): string {
  return lineOf(Object.values(columns).map((read) => read(activity)));
}

function lineOf(values: (string | number)[]): string {
  return `${values.map(field).join(',')}\r\n`;
}

/**
 * Returns a field that no spreadsheet evaluates. What begins like a formula gets an apostrophe, which makes it text ("CSV
 * Injection", owasp.org). In some locales, spreadsheets separate cells by semicolons. Our quotes do not protect such a cell, because
 * a quote counts only where a cell begins.
 */
function field(value: string | number): string {
  const text = String(value).replaceAll(formula, "$1'");
  return /[",;\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
