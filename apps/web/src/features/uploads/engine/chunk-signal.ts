// The abort signal of one chunk's request.

interface ChunkSignals {
  stopped: AbortSignal;
  ended: AbortSignal;
  /** The request has ended: removes the listener from `stopped`, which lives as long as the run. */
  done: AbortSignal;
}

/**
 * Aborts with `ended` always, and with `stopped` only until half of the chunk has been sent. After that, finishing is better:
 * an aborted chunk must be sent again from its start.
 */
export function chunkSignal({ stopped, ended, done }: ChunkSignals, isPastHalf: () => boolean): AbortSignal {
  const early = new AbortController();
  const handleStop = () => {
    if (!isPastHalf()) early.abort(stopped.reason);
  };
  if (stopped.aborted) handleStop();
  else stopped.addEventListener('abort', handleStop, { once: true, signal: done });
  return AbortSignal.any([early.signal, ended]);
}
