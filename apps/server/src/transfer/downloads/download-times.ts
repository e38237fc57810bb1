// After which times a download without bytes or a connection counts as ended.
import { minuteMs } from '#platform/durations.ts';

/** The interval at which an open connection is recorded for the other nodes, even if no bytes are sent. */
export const recordIntervalMs = 10_000;
/** A connection that was last recorded longer ago than this belongs to a node that has died. */
export const connectedMs = 2 * recordIntervalMs;
/** A download without an open connection fails after this time. A later byte resumes it. */
export const stalledMs = 2 * minuteMs;
