// Web Worker that computes the digests of chunks. digest.ts sends it one blob at a time.
import { sha256Hex } from './sha256.ts';

export interface DigestRequest {
  id: number;
  blob: Blob;
}

/** `errorName` identifies a file that cannot be read: an Error loses its class in a message. */
export type DigestReply = { id: number; digest: string } | { id: number; errorName: string; message: string };

/** The part of the worker's global scope that is used here. The DOM types of the page lack it. */
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
