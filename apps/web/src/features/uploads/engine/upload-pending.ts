// Whether there is still something to send of an upload. Pure; used by what resumes them, and by what asks before they stop.
import type { UploadRecord } from './upload-record.ts';

type State = Pick<UploadRecord, 'status' | 'errorCode'>;

const lostCodes = ['network', 'timeout', 'unavailable'];

/** Whether it failed for want of a server: it goes on automatically. */
export function isLost({ status, errorCode }: State): boolean {
  return status === 'failed' && errorCode !== undefined && lostCodes.includes(errorCode);
}

/** Whether leaving the page or logging out would stop it. */
export function isPending(upload: State): boolean {
  const { status } = upload;
  return status === 'uploading' || status === 'queued' || status === 'paused' || isLost(upload);
}
