// Uploads that failed because the server could not be reached go on once it answers again. Started by app/admin-wing.ts.
import { sleep } from '#lib/sleep.ts';
import type { UploadManager } from './upload-manager.ts';
import { isLost } from './upload-pending.ts';
import type { UploadRecord } from './upload-record.ts';

/** Between two looks whether the server is back. */
const lookMs = 10_000;

/** In vain, one after the other: a server that answers and takes nothing is left to its admin. */
const triesInVain = 3;

type Uploads = Pick<UploadManager, 'on' | 'getSnapshot' | 'resume'>;

export interface Return {
  /** Without a session every request would be refused, and their owner would find them failed for good. */
  hasSession(): boolean;
  /** Whether the server answers. */
  isBack(): Promise<boolean>;
}

export function resumeWhenBack(uploads: Uploads, { hasSession, isBack }: Return, everyMs = lookMs): void {
  /** How far each was when it last went on, and how often it has not got any further since. */
  const tried = new Map<string, { at: number; inVain: number }>();
  let isLooking = false;
  const waiting = () =>
    uploads
      .getSnapshot()
      .filter((upload) => isLost(upload) && (tried.get(upload.id)?.inVain ?? 0) < triesInVain);
  const goOn = ({ id, chunksCompleted: at }: UploadRecord) => {
    const before = tried.get(id);
    tried.set(id, { at, inVain: before?.at === at ? before.inVain + 1 : 1 });
    uploads.resume(id);
  };
  const look = async () => {
    isLooking = true;
    while (waiting().length > 0) {
      await sleep(everyMs, new AbortController().signal);
      // Their owner may log out while the server is asked.
      if (hasSession() && (await isBack()) && hasSession()) waiting().forEach(goOn);
    }
    isLooking = false;
  };
  uploads.on(({ type }) => {
    if (type === 'failed' && !isLooking) void look();
  });
}
