// Uploads that failed because the server could not be reached go on once it answers again. Started by app/admin-wing.ts.
import { sleep } from '#lib/sleep.ts';
import type { UploadManager } from './upload-manager.ts';
import { isLost } from './upload-pending.ts';
import type { UploadRecord } from './upload-record.ts';

/** Between two looks whether the server is back. */
const lookMs = 10_000;

/** A server may answer and still take nothing, for example while its storage is away: each try in vain adds this pause. */
const inVainMs = 30_000;

const longestPauseMs = 300_000;

type Uploads = Pick<UploadManager, 'on' | 'getSnapshot' | 'resume'>;

export interface Return {
  /** Without a session every request would be refused, and their owner would find them failed for good. */
  hasSession(): boolean;
  /** Whether the server answers. */
  isBack(): Promise<boolean>;
}

export function resumeWhenBack(uploads: Uploads, { hasSession, isBack }: Return, everyMs = lookMs): void {
  /** How far each was when it was lost last, how often it has not got any further since, and when it may go on. */
  const losses = new Map<string, { at: number; inVain: number; notBefore: number }>();
  let isLooking = false;
  const lost = () => uploads.getSnapshot().filter(isLost);
  const due = () => lost().filter(({ id }) => (losses.get(id)?.notBefore ?? 0) <= performance.now());
  const note = ({ id, chunksCompleted: at }: UploadRecord) => {
    const before = losses.get(id);
    const inVain = before?.at === at ? before.inVain + 1 : 0;
    const notBefore = performance.now() + Math.min(inVain * inVainMs, longestPauseMs);
    losses.set(id, { at, inVain, notBefore });
  };
  const look = async () => {
    isLooking = true;
    while (lost().length > 0) {
      await sleep(everyMs, new AbortController().signal);
      // Their owner may log out while the server is asked.
      if (due().length > 0 && hasSession() && (await isBack()) && hasSession())
        for (const { id } of due()) uploads.resume(id);
    }
    isLooking = false;
  };
  uploads.on(({ type, record }) => {
    if (type !== 'failed') return;
    note(record);
    if (!isLooking) void look();
  });
}
