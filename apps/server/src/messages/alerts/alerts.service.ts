// What the bell tells members. Answers, broken downloads and troubles are rows. New games, and the accounts and contributions that wait, concern
// several members at once, so they have no rows and are counted when they are read (ADR 0029).

import type { Alert, AlertData, Alerts, UnreadAlerts } from '@cellar/contract/messages/alerts.endpoints.ts';
import { type AlertKind, countedAlerts } from '@cellar/contract/messages/rules/alerts.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { Db, Trx } from '#db/schema.ts';
import { notFound } from '#http/errors.ts';
import type { Base } from '#platform/base.ts';
import { dayMs, isoAt } from '#platform/clock.ts';
import { createYielder } from '#platform/event-loop.ts';
import { newId } from '#platform/tokens.ts';
import type { PushService } from '../push/push.service.ts';
import * as repository from './alerts.repository.ts';
import * as readers from './readers.repository.ts';
import {
  areContributionsRead,
  countUnread,
  gamesUnreadSince,
  hasNewGames,
  hearsOfContributions,
  hearsOfWaiting,
  isWaitingRead,
  type News,
  type Reader,
} from './readers.repository.ts';

/** The kinds that have rows, and the switches of their readers. Contributors always learn what became of their contributions. */
const switches = {
  request_answered: 'bellRequests',
  download_broke: 'bellDownloads',
  contribution_answered: undefined,
  upload_failed: 'bellApprovals',
  backup_failed: 'bellApprovals',
  storage_low: 'bellApprovals',
  threat_found: 'bellApprovals',
} as const;
type StoredKind = keyof typeof switches;
/** Their ids are their kinds. */
type CountedKind = Exclude<AlertKind, StoredKind>;

interface NewAlert<Kind extends StoredKind> {
  kind: Kind;
  /** A later alert about the same subject replaces this one. */
  subject: string;
  data: AlertData[Kind];
}

interface Deps extends Pick<Base, 'db' | 'clock'> {
  push: Pick<PushService, 'enqueue'>;
}

export type AlertsService = ReturnType<typeof createAlertsService>;

export function createAlertsService({ db, clock, push }: Deps) {
  async function findReader(userId: string): Promise<Reader> {
    const reader = await readers.findReader(db, userId);
    if (!reader) throw notFound('Account');
    return reader;
  }

  async function count(userId: string): Promise<UnreadAlerts> {
    const [reader, news] = await Promise.all([findReader(userId), readers.readNews(db)]);
    return { unread: countUnread(reader, news) };
  }

  return {
    count: ({ id }: { id: string }) => count(id),

    async list({ id }: { id: string }, before: string | undefined): Promise<Alerts> {
      const limit = limits.alertsPerPage;
      const [reader, news, rows] = await Promise.all([
        findReader(id),
        readers.readNews(db),
        repository.listAlerts(db, id, { before, limit: limit + 1 }),
      ]);
      const stored = rows.slice(0, limit).map(present);
      const counted = before === undefined ? await listCounted(db, reader, news) : [];
      const alerts = [...counted, ...stored].toSorted(newestFirst);
      return { alerts, unread: countUnread(reader, news), hasMore: rows.length > limit };
    },

    /** Nothing that came after `through` is marked, because the member has not seen it. */
    async read(
      { id }: { id: string },
      { through, ids }: { through: string; ids?: string[] | undefined },
    ): Promise<UnreadAlerts> {
      const now = isoAt(clock);
      const readThrough = through < now ? through : now;
      const isMeant = (kind: CountedKind) => ids === undefined || ids.includes(kind);
      await db.transaction().execute(async (trx) => {
        await repository.markRead(trx, id, { through, ids, now });
        await repository.saveStates(trx, [id], {
          changedAt: now,
          ...(isMeant('new_games') && { gamesReadAt: readThrough }),
          ...(isMeant('approval_waiting') && { approvalsReadAt: readThrough }),
          ...(isMeant('contribution_waiting') && { contributionsReadAt: readThrough }),
        });
      });
      return count(id);
    },

    async clear({ id }: { id: string }, through: string): Promise<UnreadAlerts> {
      const now = isoAt(clock);
      const readThrough = through < now ? through : now;
      await db.transaction().execute(async (trx) => {
        await repository.deleteAlerts(trx, id, through);
        await repository.saveStates(trx, [id], {
          changedAt: now,
          gamesReadAt: readThrough,
          approvalsReadAt: readThrough,
          contributionsReadAt: readThrough,
        });
      });
      return count(id);
    },

    /** Tells those of these members who want such alerts. Every alert passes through here. At most some hundred members at a time. */
    async add<Kind extends StoredKind>(
      trx: Trx,
      userIds: readonly string[],
      { kind, subject, data }: NewAlert<Kind>,
    ): Promise<void> {
      if (userIds.length === 0) return;
      const told = await repository.listWanting(trx, userIds, switches[kind]);
      if (told.length === 0) return;
      const now = isoAt(clock);
      const json = JSON.stringify(data);
      const common = { kind, subject, data: json, createdAt: now, readAt: null };
      await repository.insertAlerts(
        trx,
        told.map((userId) => ({ id: newId(), userId, ...common })),
      );
      await repository.saveStates(trx, told, { changedAt: now });
      await push.enqueue(trx, told, { kind, subject });
    },

    /** Deletes alerts whose cause is gone, such as a download that was completed after all. */
    async remove(
      trx: Trx,
      kind: StoredKind,
      subjects: readonly { userId: string; subject: string }[],
    ): Promise<void> {
      if (subjects.length === 0) return;
      const told = await repository.deleteAlertsAbout(trx, { kind, subjects });
      await repository.saveStates(trx, told, { changedAt: isoAt(clock) });
    },

    /** A job: deletes old alerts, and all but the newest of each member. */
    async trim(): Promise<void> {
      const yieldIfDue = createYielder();
      const before = isoAt(clock, -limits.alertDays * dayMs);
      while ((await repository.deleteOlder(db, before, rowsPerStep)) === rowsPerStep) await yieldIfDue();
      for (let after = ''; ; ) {
        const ids = await repository.listStates(db, after, membersPerStep);
        if (ids.length > 0) await repository.deleteSurplus(db, ids, limits.alertsPerMember);
        if (ids.length < membersPerStep) return;
        after = ids.at(-1) ?? '';
        await yieldIfDue();
      }
    },
  };
}

const rowsPerStep = 200;
const membersPerStep = 20;

function newestFirst(a: Alert, b: Alert): number {
  if (a.createdAt === b.createdAt) return 0;
  return a.createdAt < b.createdAt ? 1 : -1;
}

function present({ id, kind, data, createdAt, readAt }: repository.AlertRow): Alert {
  return { _id: id, kind, data: JSON.parse(data), createdAt, readAt } as Alert;
}

/** Read ones of new games disappear, like the others once nothing waits. */
async function listCounted(db: Db, reader: Reader, news: News): Promise<Alert[]> {
  const { gameAt, waitingAt, contributedAt } = news;
  const alerts: Alert[] = [];
  if (hasNewGames(reader, news) && gameAt) {
    const count = await readers.countGames(db, gamesUnreadSince(reader), countedAlerts);
    alerts.push({ _id: 'new_games', kind: 'new_games', data: { count }, createdAt: gameAt, readAt: null });
  }
  if (hearsOfWaiting(reader, news) && waitingAt) {
    const count = await readers.countWaiting(db, countedAlerts);
    const readAt = isWaitingRead(reader, news) ? reader.approvalsReadAt : null;
    const kind = 'approval_waiting';
    alerts.push({ _id: kind, kind, data: { count }, createdAt: waitingAt, readAt });
  }
  if (hearsOfContributions(reader, news) && contributedAt) {
    const count = await readers.countContributions(db, countedAlerts);
    const readAt = areContributionsRead(reader, news) ? reader.contributionsReadAt : null;
    const kind = 'contribution_waiting';
    alerts.push({ _id: kind, kind, data: { count }, createdAt: contributedAt, readAt });
  }
  return alerts;
}
