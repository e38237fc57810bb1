// Limits the speeds of this process's downloads and uploads. While any of them runs, the limits are read again every two seconds.

import type { FastifyBaseLogger } from 'fastify';
import type { Base } from '#platform/base.ts';
import { isoAt } from '#platform/clock.ts';
import { createFairLine, type FairLine, type Pace } from '#platform/fair-line.ts';
import { newId } from '#platform/tokens.ts';
import {
  listTransfers,
  type NodeTransfer,
  removeEndedTransfers,
  replaceTransfers,
} from './limits.repository.ts';
import type { LimitsService } from './limits.service.ts';

interface Deps {
  limits: LimitsService;
  nodeShares: NodeShares;
  log: FastifyBaseLogger;
}

const refreshMs = 2000;
const nobody = { download: [], upload: [] };

export type SpeedsService = ReturnType<typeof createSpeedsService>;

export function createSpeedsService({ limits, nodeShares, log }: Deps) {
  const lines: Record<Direction, FairLine> = { download: createFairLine(), upload: createFairLine() };
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  /** The refresh that runs now, and the one that follows it, for all who ask in the meantime. */
  let running: Promise<unknown> = Promise.resolve();
  let following: Promise<void> | undefined;

  function refresh(): Promise<void> {
    following ??= running.then(() => {
      following = undefined;
      const refreshed = readLimits();
      running = refreshed.catch(() => undefined);
      return refreshed;
    });
    return following;
  }

  async function readLimits(): Promise<void> {
    const members = { download: lines.download.members(), upload: lines.upload.members() };
    const speeds = await limits.speedsOf(members.download);
    const isLimited = speeds.download !== undefined || speeds.upload !== undefined || speeds.members.size > 0;
    const shares = await nodeShares.record(isLimited ? members : nobody);
    lines.download.setRate(part(speeds.download, shares.download.line));
    lines.upload.setRate(part(speeds.upload, shares.upload.line));
    for (const id of members.download) {
      lines.download.setMemberRate(id, part(speeds.members.get(id), shares.download.ofMember(id)));
    }
  }

  const isAnyone = () => lines.download.members().length + lines.upload.members().length > 0;

  function refreshLater(): void {
    if (timer || isClosed) return;
    timer = setTimeout(async () => {
      // Transfers may end during the refresh. One more refresh tells the other nodes that they have.
      const wasAnyone = isAnyone();
      await refresh().catch((error) => log.warn({ err: error }, 'the limits of speed could not be read'));
      timer = undefined;
      if (wasAnyone || isAnyone()) refreshLater();
    }, refreshMs);
    timer.unref();
  }

  /** Adds a connection of a member, whose limits hold from its first byte. The caller must call `leave()`. */
  async function join(direction: Direction, userId: string): Promise<Pace> {
    const pace = lines[direction].join(userId);
    try {
      await refresh();
    } catch (error) {
      pace.leave();
      throw error;
    }
    refreshLater();
    return pace;
  }

  return {
    join,

    /** Like `join`, but returns undefined if uploads are not limited now. A request that has begun is not slowed down later. */
    async joinUpload(userId: string): Promise<Pace | undefined> {
      const pace = await join('upload', userId);
      if (pace.sliceBytes() !== undefined) return pace;
      pace.leave();
      return undefined;
    },

    /** Returns the members with running transfers to or from this process. */
    members: (direction: Direction) => lines[direction].members(),

    close(): void {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

function part(speed: number | undefined, share: number): number | undefined {
  return speed === undefined ? undefined : speed * share;
}

// Divides limited speeds among the nodes that are sending or receiving at the moment. On SQLite there is one node, which has all.

type Direction = NodeTransfer['direction'];

/** This node's parts of the speeds, between 0 and 1. */
interface NodeShare {
  /** Of the line: as much as the part of all members who are served by this node. */
  line: number;
  /** Of a member's own speed: a member may have connections to several nodes. */
  ofMember(userId: string): number;
}

const wholeShare: NodeShare = { line: 1, ofMember: () => 1 };

/** A node that was killed counts for this time. */
const seenMs = 10_000;

interface NodeSharesDeps extends Pick<Base, 'db' | 'unflushed' | 'clock'> {
  /** Other nodes may use this database. */
  isShared: boolean;
}

type NodeShares = ReturnType<typeof createNodeShares>;

export function createNodeShares({ db, unflushed, clock, isShared }: NodeSharesDeps) {
  const nodeId = newId();
  let hasRows = false;
  return {
    /** Records whom this node serves, and returns its shares. Must not run twice at the same time. */
    async record(members: Record<Direction, string[]>): Promise<Record<Direction, NodeShare>> {
      const isNobody = members.download.length + members.upload.length === 0;
      if (!isShared || (isNobody && !hasRows)) return { download: wholeShare, upload: wholeShare };
      const until = isoAt(clock, seenMs);
      const transfers = (['download', 'upload'] as const).flatMap((direction) =>
        members[direction].map((userId) => ({ nodeId, direction, userId, until })),
      );
      await unflushed((trx) => replaceTransfers(trx, nodeId, transfers));
      hasRows = !isNobody;
      const all = await listTransfers(db, isoAt(clock));
      return { download: shareOf(nodeId, all, 'download'), upload: shareOf(nodeId, all, 'upload') };
    },

    /** A job. */
    removeEnded: () => removeEndedTransfers(db, isoAt(clock)),
  };
}

function shareOf(nodeId: string, all: NodeTransfer[], direction: Direction): NodeShare {
  const nodesOf = new Map<string, Set<string>>();
  for (const transfer of all.filter((one) => one.direction === direction)) {
    const nodes = nodesOf.get(transfer.userId) ?? new Set();
    nodesOf.set(transfer.userId, nodes.add(transfer.nodeId));
  }
  const ofMember = (userId: string) => 1 / Math.max(1, nodesOf.get(userId)?.size ?? 1);
  const own = [...nodesOf].filter(([, nodes]) => nodes.has(nodeId)).map(([userId]) => ofMember(userId));
  const line = own.length === 0 ? 1 : own.reduce((sum, part) => sum + part, 0) / nodesOf.size;
  return { line, ofMember };
}
