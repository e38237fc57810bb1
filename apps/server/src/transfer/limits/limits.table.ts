import type { Period } from '@cellar/contract/transfer/rules/download-limits.ts';

/** The limits of a member. In each column, null means the limit for all members, and 0 that there is none. */
export interface MemberLimitsTable {
  userId: string;
  period: Period | null;
  bytesPerPeriod: number | null;
  filesPerPeriod: number | null;
  downloadsAtOnce: number | null;
  bytesPerSecond: number | null;
}

/** What a member has downloaded on one day. */
export interface DownloadUseTable {
  userId: string;
  /** In the time zone of the server, `YYYY-MM-DD`. */
  day: string;
  bytes: number;
  /** Files of which the first byte was sent on this day. */
  files: number;
}

/** Which members a node is sending to, or receiving from. Only on PostgreSQL, and only while speeds are limited. */
export interface NodeTransfersTable {
  nodeId: string;
  direction: 'download' | 'upload';
  userId: string;
  /** After this time the row counts no longer. */
  until: string;
}

export type Use = Pick<DownloadUseTable, 'bytes' | 'files'>;
export type MemberUse = Omit<DownloadUseTable, 'day'>;
