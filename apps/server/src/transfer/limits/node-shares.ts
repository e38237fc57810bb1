// Divides limited speeds among the nodes that are sending or receiving at the moment. On SQLite there is one node, which has all.
import type { Unflushed } from '#db/database.ts';
import type { Db } from '#db/schema.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { newId } from '#platform/tokens.ts';
import {
  listTransfers,
  type NodeTransfer,
  removeEndedTransfers,
  replaceTransfers,
} from './node-transfers.repository.ts';

export type Direction = NodeTransfer['direction'];

/** This node's parts of the speeds, between 0 and 1. */
export interface NodeShare {
  /** Of the line: as much as the part of all members who are served by this node. */
  line: number;
  /** Of a member's own speed: a member may have connections to several nodes. */
  ofMember(userId: string): number;
}

const wholeShare: NodeShare = { line: 1, ofMember: () => 1 };

/** A node that was killed counts for this time. */
const seenMs = 10_000;

interface Deps {
  db: Db;
  unflushed: Unflushed;
  clock: Clock;
  /** Other nodes may use this database. */
  isShared: boolean;
}

export type NodeShares = ReturnType<typeof createNodeShares>;

export function createNodeShares({ db, unflushed, clock, isShared }: Deps) {
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
