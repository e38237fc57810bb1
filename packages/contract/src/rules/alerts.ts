// What the bell tells members about. Without zod, because the page's first scripts import it.

/**
 * `new_games`: games were added. `request_answered`: a request that the member has voted for got another state. `download_broke`: a
 * download stopped before its end. `approval_waiting`: accounts wait for an admin.
 */
export const alertKinds = ['new_games', 'request_answered', 'download_broke', 'approval_waiting'] as const;

export type AlertKind = (typeof alertKinds)[number];

/** A badge shows larger numbers as “99+”, so no more is counted. */
export const countedAlerts = 100;
