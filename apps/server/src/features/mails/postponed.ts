// Work that is done a random while later, or when the server ends. Used by the mails service.
import type { FastifyBaseLogger } from 'fastify';

type Work = () => Promise<void>;

export function createPostponed({ longestMs, log }: { longestMs: number; log: FastifyBaseLogger }) {
  const waiting = new Map<NodeJS.Timeout, Work>();

  const run = (work: Work) => work().catch((error) => log.error({ err: error }, 'a mail could not be made'));

  return {
    add(work: Work): void {
      const timer = setTimeout(() => {
        waiting.delete(timer);
        void run(work);
      }, Math.random() * longestMs);
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
