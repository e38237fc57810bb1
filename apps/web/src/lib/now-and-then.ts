// Does something at once, and what is asked for within the next moments once more together. Used where many events ask for
// the same thing.

export function nowAndThen<Key>(act: (keys: Key[]) => void, everyMs: number): (key: Key) => void {
  let wanted = new Set<Key>();
  let isResting = false;
  const run = () => {
    if (wanted.size === 0) {
      isResting = false;
      return;
    }
    const keys = [...wanted];
    wanted = new Set();
    isResting = true;
    setTimeout(run, everyMs);
    act(keys);
  };
  return (key) => {
    wanted.add(key);
    if (!isResting) run();
  };
}
