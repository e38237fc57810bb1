// Waits for a server to listen.
import net from 'node:net';

/** Rejects when the server ends, or does not listen within 20 seconds. */
export async function waitForPort(port: number, ended: Promise<unknown>): Promise<void> {
  let over = false;
  void ended.then(() => {
    over = true;
  });
  for (const deadline = Date.now() + 20_000; Date.now() < deadline && !over; ) {
    if (await listens(port)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(over ? 'the server ended before it listened' : `nothing listens on port ${port}`);
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
