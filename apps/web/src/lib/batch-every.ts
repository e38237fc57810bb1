// Acts on the first request at once, then collects further requests and acts on them together.
export function batchEvery<Key>(act: (keys: Key[]) => void, everyMs: number): (key: Key) => void {
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
