// Resumes uploads that failed because the server was unreachable, as soon as it responds again.
import { sleep } from '#lib/sleep.ts';
import type { UploadManager } from './upload-manager.ts';
import { isLost, type UploadRecord } from './upload-record.ts';

/** The time before the first check whether the server responds. Each further check waits twice as long. */
const firstCheckMs = 5000;

/** Short enough that an upload goes on soon after a long outage. */
const longestCheckMs = 40_000;

/**
 * Each attempt without progress increases the pause by this amount. A server may respond without accepting chunks, for
 * example if its storage is missing.
 */
const failedAttemptMs = 30_000;

const longestPauseMs = 300_000;

/**
 * After this many attempts without progress that failed for one cause, the upload stays failed. A server that does not
 * respond at all uses up no attempts. With the growing pauses they last longer than an hour.
 */
export const attemptsPerCause = 20;

type Uploads = Pick<UploadManager, 'on' | 'getSnapshot' | 'resume' | 'giveUpResuming'>;
type Cause = UploadRecord['errorCode'];

export interface ServerCheck {
  /** Without a session the server would refuse every request, and the uploads would fail permanently. */
  hasSession(): boolean;
  /** Returns whether the server responds. */
  isBack(): Promise<boolean>;
  /** Calls the listener when the server responds again after an outage. */
  onReturn?(listener: () => void): unknown;
}

/** What is remembered of an upload that has failed. */
interface Loss {
  /** The chunks that were stored at the last failure. */
  at: number;
  /** The attempts without progress since then, by cause. */
  failures: Map<Cause, number>;
  /** The time of the next attempt. */
  notBefore: number;
}

export function resumeWhenBack(
  uploads: Uploads,
  { hasSession, isBack, onReturn }: ServerCheck,
  firstMs = firstCheckMs,
): void {
  const losses = new Map<string, Loss>();
  let isChecking = false;
  let pause = new AbortController();
  onReturn?.(() => {
    for (const loss of losses.values()) loss.notBefore = 0;
    pause.abort();
  });
  const lost = () => uploads.getSnapshot().filter(isLost);
  const due = () => lost().filter(({ id }) => (losses.get(id)?.notBefore ?? 0) <= performance.now());
  const check = async () => {
    isChecking = true;
    let unanswered = 0;
    while (lost().length > 0) {
      pause = new AbortController();
      await sleep(Math.min(firstMs * 2 ** unanswered, longestCheckMs), pause.signal).catch(() => undefined);
      if (due().length === 0 || !hasSession()) continue;
      const isThere = await isBack();
      unanswered = isThere ? 0 : unanswered + 1;
      // The admin may log out during the check.
      if (isThere && hasSession()) for (const { id } of due()) uploads.resume(id);
    }
    isChecking = false;
  };
  uploads.on(({ type, record }) => {
    if (type === 'completed' || type === 'cancelled') losses.delete(record.id);
    if (type !== 'failed' || !isLost(record)) return;
    const loss = nextLoss(losses.get(record.id), record);
    losses.set(record.id, loss);
    if ((loss.failures.get(record.errorCode) ?? 0) < attemptsPerCause) {
      if (!isChecking) void check();
      return;
    }
    // If the admin tries again, the attempts are counted from the start.
    losses.delete(record.id);
    uploads.giveUpResuming(record.id);
  });
}

function nextLoss(before: Loss | undefined, { chunksCompleted: at, errorCode }: UploadRecord): Loss {
  const failures = new Map(before?.at === at ? before.failures : undefined);
  // The first failure follows an upload that was running, so it is no failed attempt to resume it.
  if (before?.at === at) failures.set(errorCode, (failures.get(errorCode) ?? 0) + 1);
  let attempts = 0;
  for (const count of failures.values()) attempts += count;
  const pause = Math.min(attempts * failedAttemptMs, longestPauseMs);
  return { at, failures, notBefore: performance.now() + pause };
}
