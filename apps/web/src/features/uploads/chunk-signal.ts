// Ends the request of one chunk. Used by the transfer of an upload.

/**
 * Aborts with `ended` always, with `stopped` only while less than half has been sent: more than that is worth waiting for,
 * since a chunk that is cut off must be sent again as a whole.
 */
export function chunkSignal(
  stopped: AbortSignal,
  ended: AbortSignal,
  isPastHalf: () => boolean,
): AbortSignal {
  const early = new AbortController();
  const handleStop = () => {
    if (!isPastHalf()) early.abort(stopped.reason);
  };
  if (stopped.aborted) handleStop();
  else stopped.addEventListener('abort', handleStop, { once: true });
  return AbortSignal.any([early.signal, ended]);
}
