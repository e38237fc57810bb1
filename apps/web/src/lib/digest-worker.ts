// A Web Worker that computes digests. digester.ts sends it one blob at a time.
import { sha256Hex } from './sha256.ts';

export interface DigestRequest {
  id: number;
  blob: Blob;
}

/**
 * The result of a request. `errorName` identifies unreadable files, because an Error loses its class when it is posted.
 */
export type DigestReply = { id: number; digest: string } | { id: number; errorName: string; message: string };

/** The part of the worker's global scope that is used here. The page's DOM types do not include it. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<DigestRequest>) => void) | null;
  postMessage(reply: DigestReply): void;
}

const scope = globalThis as unknown as WorkerScope;

scope.onmessage = async ({ data: { id, blob } }) => {
  try {
    scope.postMessage({ id, digest: await sha256Hex(blob, globalThis.crypto?.subtle) });
  } catch (error) {
    const { name, message } = error as Error;
    scope.postMessage({ id, errorName: name, message });
  }
};
