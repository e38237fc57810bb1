// Sends the requests of quick decisions a few at a time, and those about the same game one after the other.

/** Providers are asked for each accepted match, and the page needs connections of its own. */
const maxRunning = 3;

export interface RequestLine {
  /** Runs `request` after the earlier ones of the same game. Resolves or rejects as it does. */
  send<T>(gameId: string, request: () => Promise<T>): Promise<T>;
}

export function createRequestLine(): RequestLine {
  const waiting: (() => void)[] = [];
  const lastOf = new Map<string, Promise<unknown>>();
  let running = 0;

  async function run<T>(request: () => Promise<T>): Promise<T> {
    if (running >= maxRunning) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await request();
    } finally {
      const next = waiting.shift();
      // The next one takes this one's place.
      if (next) next();
      else running -= 1;
    }
  }

  return {
    send(gameId, request) {
      const before = lastOf.get(gameId) ?? Promise.resolve();
      const ending = before.catch(() => undefined).then(() => run(request));
      lastOf.set(gameId, ending);
      void ending.catch(() => undefined).then(() => lastOf.get(gameId) === ending && lastOf.delete(gameId));
      return ending;
    },
  };
}
