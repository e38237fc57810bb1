// Runs work after a random delay, or when the server shuts down.
import type { FastifyBaseLogger } from 'fastify';

type Work = () => Promise<void>;

export function createPostponedWork({ maxDelayMs, log }: { maxDelayMs: number; log: FastifyBaseLogger }) {
  const waiting = new Map<NodeJS.Timeout, Work>();

  const run = (work: Work) =>
    work().catch((error) => log.error({ err: error }, 'failed to write a postponed email'));

  return {
    add(work: Work): void {
      const timer = setTimeout(() => {
        waiting.delete(timer);
        void run(work);
      }, Math.random() * maxDelayMs);
      waiting.set(timer, work);
    },

    async close(): Promise<void> {
      for (const timer of waiting.keys()) clearTimeout(timer);
      const rest = [...waiting.values()];
      waiting.clear();
      await Promise.all(rest.map(run));
    },
  };
}
