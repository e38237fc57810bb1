// Limits the speeds of this process's downloads and uploads. While any of them runs, the limits are read again every two seconds.
import type { FastifyBaseLogger } from 'fastify';
import { createFairLine, type FairLine, type Pace } from '#platform/fair-line.ts';
import type { LimitsService } from './limits.service.ts';
import type { Direction, NodeShares } from './node-shares.ts';

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
      // Transfers may end during the refresh. One more tells the other nodes.
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
