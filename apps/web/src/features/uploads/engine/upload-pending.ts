import type { UploadRecord } from './upload-record.ts';

type State = Pick<UploadRecord, 'status' | 'errorCode'>;

const lostCodes = ['network', 'timeout', 'unavailable'];

/** Returns whether the upload failed because the server was unreachable. Such an upload resumes automatically. */
export function isLost({ status, errorCode }: State): boolean {
  return status === 'failed' && errorCode !== undefined && lostCodes.includes(errorCode);
}

/** Returns whether leaving the page or logging out would interrupt the upload. */
export function isPending(upload: State): boolean {
  const { status } = upload;
  return status === 'uploading' || status === 'queued' || status === 'paused' || isLost(upload);
}
