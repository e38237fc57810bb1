// Resumes uploads that failed because the server was unreachable, as soon as it responds again.
import { sleep } from '#lib/sleep.ts';
import type { UploadManager } from './upload-manager.ts';
import { isLost, type UploadRecord } from './upload-record.ts';

/** The time between two checks. */
const checkMs = 10_000;

/**
 * Each attempt without progress increases the pause by this amount. A server may respond without accepting chunks, for
 * example if its storage is missing.
 */
const failedAttemptMs = 30_000;

const longestPauseMs = 300_000;

type Uploads = Pick<UploadManager, 'on' | 'getSnapshot' | 'resume'>;

export interface ServerCheck {
  /** Without a session the server would refuse every request, and the uploads would fail permanently. */
  hasSession(): boolean;
  /** Returns whether the server responds. */
  isBack(): Promise<boolean>;
}

export function resumeWhenBack(
  uploads: Uploads,
  { hasSession, isBack }: ServerCheck,
  everyMs = checkMs,
): void {
  /**
   * By upload id: the progress at the last failure, the attempts without progress since, and the time of the next
   * attempt.
   */
  const losses = new Map<string, { at: number; failedAttempts: number; notBefore: number }>();
  let isChecking = false;
  const lost = () => uploads.getSnapshot().filter(isLost);
  const due = () => lost().filter(({ id }) => (losses.get(id)?.notBefore ?? 0) <= performance.now());
  const note = ({ id, chunksCompleted: at }: UploadRecord) => {
    const before = losses.get(id);
    const failedAttempts = before?.at === at ? before.failedAttempts + 1 : 0;
    const notBefore = performance.now() + Math.min(failedAttempts * failedAttemptMs, longestPauseMs);
    losses.set(id, { at, failedAttempts, notBefore });
  };
  const check = async () => {
    isChecking = true;
    while (lost().length > 0) {
      await sleep(everyMs, new AbortController().signal);
      // The admin may log out during the check.
      if (due().length > 0 && hasSession() && (await isBack()) && hasSession())
        for (const { id } of due()) uploads.resume(id);
    }
    isChecking = false;
  };
  uploads.on(({ type, record }) => {
    if (type !== 'failed') return;
    note(record);
    if (!isChecking) void check();
  });
}
