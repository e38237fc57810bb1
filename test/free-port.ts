// Ports for servers that are started again, or that only take a port by number.
import { createServer } from 'node:net';

/**
 * Returns a port below the range that Linux uses for outgoing connections and for servers that take any port (from 32768), so that nothing
 * else takes it until it is used, nor between a stop and the next start. Each worker has its own range.
 */
export async function freePort(): Promise<number> {
  const worker = Number(process.env.VITEST_POOL_ID ?? 0) % 10;
  const port = 20_000 + 1000 * worker + Math.floor(1000 * Math.random());
  return (await isFree(port)) ? port : freePort();
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const isListening = new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, () => resolve(true));
  });
  if (!(await isListening)) return false;
  await new Promise((resolve) => server.close(resolve));
  return true;
}
