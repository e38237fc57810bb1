// A library folder whose disk does not answer.
import { vi } from 'vitest';
import type { Services } from '#start/services.ts';

const minuteMs = 60_000;

/** From now on nothing may touch the disk of the folder, until the returned function is called. */
export async function silenceFolder(
  { libraryBytes }: Pick<Services, 'libraryBytes'>,
  folderId: string,
): Promise<() => Promise<void>> {
  const answer = Promise.withResolvers<void>();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const asked = libraryBytes.gateOf(folderId)(
      () => answer.promise,
      () => undefined,
    );
    const failed = asked.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(minuteMs);
    await failed;
  } finally {
    vi.useRealTimers();
  }
  return async () => {
    answer.resolve();
    // The gate opens with the last of these.
    await new Promise((resolve) => setImmediate(resolve));
  };
}
