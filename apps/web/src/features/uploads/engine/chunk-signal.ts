// Ends the request of one chunk. Used by the transfer of an upload.

interface Ends {
  stopped: AbortSignal;
  ended: AbortSignal;
  /** The request is over: `stopped`, which lives as long as the whole run, need not know of it any more. */
  done: AbortSignal;
}

/**
 * Aborts with `ended` always, with `stopped` only while less than half has been sent: more than that is worth waiting for,
 * since a chunk that is cut off must be sent again as a whole.
 */
export function chunkSignal({ stopped, ended, done }: Ends, isPastHalf: () => boolean): AbortSignal {
  const early = new AbortController();
  const handleStop = () => {
    if (!isPastHalf()) early.abort(stopped.reason);
  };
  if (stopped.aborted) handleStop();
  else stopped.addEventListener('abort', handleStop, { once: true, signal: done });
  return AbortSignal.any([early.signal, ended]);
}
