// Ports for servers that are started again, or that only take a port by number.
import { createServer } from 'node:net';
import process from 'node:process';

/**
 * Returns a port below the range that Linux uses for outgoing connections and for servers that take any port (from 32768), so that nothing
 * else takes it until it is used, nor between a stop and the next start. Each worker has its own range.
 *
 * @returns {Promise<number>}
 */
export async function freePort() {
  const worker = Number(process.env.VITEST_POOL_ID ?? 0) % 10;
  const port = 20_000 + 1000 * worker + Math.floor(1000 * Math.random());
  return (await isFree(port)) ? port : freePort();
}

/** @param {number} port */
async function isFree(port) {
  const server = createServer();
  const isListening = new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, () => resolve(true));
  });
  if (!(await isListening)) return false;
  await new Promise((resolve) => server.close(resolve));
  return true;
}
