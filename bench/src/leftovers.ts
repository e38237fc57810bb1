// What a run leaves behind when it is broken off: servers and folders. Used by whatever starts or makes one.
const removals = new Set<() => void>();

/** Calls `remove` when the process ends early; gives a function for the ordinary end, which calls it too. */
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
