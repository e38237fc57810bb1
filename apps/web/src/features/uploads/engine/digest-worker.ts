// Web Worker: computes digests of chunks away from the page. Started and fed by digest.ts, one blob at a time.
import { sha256Hex } from './sha256.ts';

export interface DigestRequest {
  id: number;
  blob: Blob;
}

/** `errorName` tells a file that cannot be read from anything else; errors themselves do not cross whole. */
export type DigestReply = { id: number; digest: string } | { id: number; errorName: string; message: string };

/** The two things used of the worker's global scope, which the page's own types do not know. */
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
