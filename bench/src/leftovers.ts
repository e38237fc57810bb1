// Stops servers and removes folders when a run is interrupted.
const removals = new Set<() => void>();

/** Calls `remove` when the process ends early. Returns a function that calls it at the regular end instead. */
export function removeAtExit(remove: () => void): () => void {
  removals.add(remove);
  return () => {
    if (removals.delete(remove)) remove();
  };
}

process.once('exit', () => {
  for (const remove of removals) remove();
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
