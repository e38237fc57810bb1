// The admin's log of downloads: pages with filters, figures, days and games, what runs now, the export, and clearing it.

import type {
  ActivityFigures,
  ActivityFilter,
  ActivityStats,
  AllActivity,
  RunningDownload,
} from '@cellar/contract/download-activity.ts';
import type { Db } from '#db/schema.ts';
import type { AuditService } from '#features/audit/audit.service.ts';
import type { SettingsService } from '#features/settings/settings.service.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { dayMs } from '#platform/durations.ts';
import { pageCount } from '#platform/page-count.ts';
import { csvHead, csvLine } from './activity-csv.ts';
import type { Cursor, LogFilter } from './download-log.repository.ts';
import * as repository from './download-log.repository.ts';
import { addUpDays, listTopGames } from './download-stats.repository.ts';
import { presentGame, presentLogged } from './present-activity.ts';
import { type SpareAnswer, spareAnswer } from './spare-answer.ts';

const shownGames = 10;
const shownRunning = 500;
const batch = 1000;
/** From so many downloads on, what is added up over them is not added up anew for every request. */
const many = 20_000;
const rememberedCounts = 50;

export type DownloadLogService = ReturnType<typeof createDownloadLog>;

interface Deps {
  db: Db;
  longReads: Db;
  clock: Clock;
  audit: AuditService;
  settings: SettingsService;
}

export function createDownloadLog({ db, longReads, clock, audit, settings }: Deps) {
  const figures = new Map<string, SpareAnswer<ActivityFigures>>();
  const stats = new Map<string, SpareAnswer<ActivityStats>>();
  const counts = new Map<string, SpareAnswer<number>>();

  /** The moment the log goes back to: what began before was cleared. */
  const beginning = async () => (await settings.get()).activityClearedAt;

  async function measure(since: string): Promise<ActivityFigures> {
    const { users, games } = await repository.countUsersAndGames(longReads, since);
    return {
      totalDownloads: await repository.countLogged(longReads, { member: '', game: '', from: since }),
      ...{ uniqueUsers: users, uniqueGames: games },
      inProgress: await repository.countRunning(db, since),
    };
  }

  function figuresSince(since: string): Promise<ActivityFigures> {
    const isMuch = ({ totalDownloads }: ActivityFigures) => totalDownloads >= many;
    return remembered(figures, since, () => spareAnswer(() => measure(since), isMuch)).get();
  }

  async function addUp(days: string[], clearedAt: string): Promise<ActivityStats> {
    const since = laterOf(days[0] ?? '', clearedAt);
    const rows = new Map((await addUpDays(longReads, since)).map((row) => [row.day, row]));
    const games = await listTopGames(longReads, since, shownGames);
    return {
      handedOver: [...rows.values()].reduce((sum, { handedOver }) => sum + handedOver, 0),
      days: days.map((day) => rows.get(day) ?? { day, downloads: 0, completed: 0, bytes: 0 }),
      games: games.map((row) => ({
        ...{ gameTitle: row.gameTitle, downloads: row.downloads, bytes: row.bytes },
        game: presentGame(row),
      })),
    };
  }

  function count(filter: LogFilter, logged: number): Promise<number> {
    const workOut = () => repository.countLogged(longReads, filter);
    return remembered(counts, JSON.stringify(filter), () => spareAnswer(workOut, () => logged >= many)).get();
  }

  return {
    async list(query: ActivityFilter & { page: number; limit: number }): Promise<AllActivity> {
      const { page, limit } = query;
      const since = await beginning();
      const filter = filterOf(query, since);
      const known = await figuresSince(since);
      const total = await count(filter, known.totalDownloads);
      const totalPages = pageCount(total, limit);
      const rows = await repository.listLogged(longReads, filter, sliceOf({ page, limit, total }));
      return {
        activities: rows.map(presentLogged),
        stats: known,
        ...{ currentPage: page, totalPages, total, pagination: { pages: totalPages } },
      };
    },

    /** Line by line, as fast as they are taken. */
    async *exportLines(query: ActivityFilter): AsyncGenerator<string> {
      const filter = filterOf(query, await beginning());
      yield csvHead;
      let after: Cursor | undefined;
      do {
        const rows = await repository.listLoggedAfter(longReads, filter, { after, limit: batch });
        if (rows.length > 0) yield rows.map((row) => csvLine(presentLogged(row))).join('');
        after = rows.length < batch ? undefined : rows.at(-1);
      } while (after);
    },

    async stats(dayCount: number): Promise<ActivityStats> {
      const since = await beginning();
      const days = lastDays(clock.now(), dayCount);
      const isMuch = (answer: ActivityStats) =>
        answer.days.reduce((sum, { downloads }) => sum + downloads, 0) >= many;
      return remembered(stats, `${days[0]} ${dayCount} ${since}`, () =>
        spareAnswer(() => addUp(days, since), isMuch),
      ).get();
    },

    async running(): Promise<{ downloads: RunningDownload[]; total: number }> {
      const rows = await repository.listRunning(db, shownRunning);
      const downloads = rows.map((row) => ({ ...presentLogged(row), lastByteAt: row.lastByteAt }));
      return { downloads, total: await repository.countRunning(db) };
    },

    /** At once, however long it is: the rows follow by a job. */
    async clear(admin: { email: string }): Promise<void> {
      const activityClearedAt = isoAt(clock);
      await db.transaction().execute(async (trx) => {
        await settings.set(trx, { activityClearedAt });
        await audit.write(trx, { action: 'history_cleared', actor: admin.email });
      });
    },
  };
}

function remembered<Value>(known: Map<string, Value>, key: string, make: () => Value): Value {
  if (known.size >= rememberedCounts) known.clear();
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}

function filterOf({ member, game, status, from, to }: ActivityFilter, since: string): LogFilter {
  const first = laterOf(momentOf(from, '00:00:00.000') ?? '', since);
  return { member, game, status, from: first, to: momentOf(to, '23:59:59.999') };
}

/** Times and days sort as they are. */
function laterOf(one: string, other: string): string {
  return one > other ? one : other;
}

function momentOf(dayOrTime: string | undefined, time: string): string | undefined {
  if (!dayOrTime) return undefined;
  return dayOrTime.includes('T') ? new Date(dayOrTime).toISOString() : `${dayOrTime}T${time}Z`;
}

/** From the nearer end: a database walks over what an offset leaves out. */
function sliceOf({ page, limit, total }: { page: number; limit: number; total: number }) {
  const offset = Math.min((page - 1) * limit, total);
  const size = Math.min(limit, total - offset);
  const left = total - offset - size;
  return offset <= left
    ? ({ offset, limit: size, order: 'desc' } as const)
    : ({ offset: left, limit: size, order: 'asc' } as const);
}

function lastDays(now: Date, count: number): string[] {
  const at = (back: number) => new Date(now.getTime() - back * dayMs).toISOString().slice(0, 10);
  return Array.from({ length: count }, (_, index) => at(count - 1 - index));
}
