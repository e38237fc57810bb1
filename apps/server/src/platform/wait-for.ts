import { setTimeout as sleep } from 'node:timers/promises';

/** Waits. If the signal is aborted, throws its reason, as `fetch` does. Node's timers would throw an AbortError instead. */
export async function waitFor(ms: number, signal?: AbortSignal): Promise<void> {
  await sleep(ms, undefined, signal ? { signal } : {}).catch((error) => {
    signal?.throwIfAborted();
    throw error;
  });
}
