// Repeats what fails temporarily, with growing pauses.
import { setTimeout as sleep } from 'node:timers/promises';
import { isTemporary, Refusal } from './failures.ts';

/** After so many failures without progress, about three minutes, the command ends. Running it again continues. */
const pauses = [1, 2, 5, 10, 15, 30, 30, 30, 60].map((seconds) => seconds * 1000);
/** The longest Retry-After that is waited for. Limits of downloads may end only tomorrow. */
const longestPauseMs = 600_000;

export interface Retrying {
  signal: AbortSignal;
  /** Tells the person at the terminal. */
  note(text: string): void;
}

/** `attempt` gets a function to call when there was progress: then the pauses begin again. Throws what is not temporary at once. */
export async function withRetries<Result>(
  attempt: (progress: () => void) => Promise<Result>,
  { signal, note }: Retrying,
): Promise<Result> {
  let failures = 0;
  const progress = () => {
    failures = 0;
  };
  for (;;) {
    try {
      return await attempt(progress);
    } catch (error) {
      signal.throwIfAborted();
      const pause = pauses[failures];
      const asked = error instanceof Refusal ? error.retryAfterMs : undefined;
      const isTooLong = asked !== undefined && asked > longestPauseMs;
      if (!isTemporary(error) || isTooLong || pause === undefined) throw error;
      // The server is still working, so this was no failure.
      if (!(error instanceof Refusal && isWorking(error))) failures += 1;
      const pauseMs = asked ?? pause;
      note(`${error.message} Trying again in ${Math.ceil(pauseMs / 1000)} s.`);
      await sleep(pauseMs, undefined, { signal });
    }
  }
}

function isWorking({ code }: Refusal): boolean {
  return code === 'upload_completing' || code === 'file_preparing';
}
