// The abort signal of one chunk's request.

interface ChunkSignals {
  stopped: AbortSignal;
  ended: AbortSignal;
  /** Aborted when the request has ended, to remove the listener from `stopped`, which lives as long as the run. */
  done: AbortSignal;
}

/**
 * Returns a signal that aborts whenever `ended` does, but with `stopped` only until half of the chunk has been sent.
 * After that it is better to finish, because an aborted chunk must be sent again from its start.
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
