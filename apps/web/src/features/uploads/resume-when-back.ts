// Uploads that failed because the server could not be reached go on once it answers again. Started by app/admin-wing.ts.
import { sleep } from '#lib/sleep.ts';
import type { UploadManager } from './upload-manager.ts';
import type { UploadRecord } from './upload-record.ts';

/** Between two looks whether the server is back. */
const lookMs = 10_000;

/** In vain, one after the other: a server that answers and takes nothing is left to its admin. */
const triesInVain = 3;

const lostCodes = ['network', 'timeout', 'unavailable'];

/** Whether it failed for want of a server. */
export function isLost({ status, errorCode }: Pick<UploadRecord, 'status' | 'errorCode'>): boolean {
  return status === 'failed' && errorCode !== undefined && lostCodes.includes(errorCode);
}

type Uploads = Pick<UploadManager, 'on' | 'getSnapshot' | 'resume'>;

export function resumeWhenBack(uploads: Uploads, isBack: () => Promise<boolean>, everyMs = lookMs): void {
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
      if (await isBack()) waiting().forEach(goOn);
    }
    isLooking = false;
  };
  uploads.on(({ type }) => {
    if (type === 'failed' && !isLooking) void look();
  });
}
