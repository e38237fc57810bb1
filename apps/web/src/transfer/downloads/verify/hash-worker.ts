// A Web Worker that digests one piece of a file at a time. compare.ts sends them.
import { sha256Hex } from '#lib/sha256.ts';

/** An Error loses its class when it is posted, and its name tells a file that can't be read. */
export type HashReply = { digest: string } | { errorName: string; message: string };

/** The part of the worker's global scope that is used here. The page's DOM types do not include it. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<Blob>) => void) | null;
  postMessage(reply: HashReply): void;
}

const scope = globalThis as unknown as WorkerScope;

scope.onmessage = async ({ data: piece }) => {
  try {
    scope.postMessage({ digest: await sha256Hex(piece, globalThis.crypto?.subtle) });
  } catch (error) {
    const { name: errorName, message } = error as Error;
    scope.postMessage({ errorName, message });
  }
};
