// Starts the real server on an empty library in a folder of its own, with an admin. Used by all rows.
import { spawn } from 'node:child_process';
import { serverEnvironment, serverFlags, serverMain } from '../../scripts/server-process.mjs';
import { type CellarClient, logIn } from './cellar-client.ts';
import { removeAtExit } from './leftovers.ts';
import { freePort, waitForPort } from './ports.ts';
import { cpuSeconds } from './process-figures.ts';

export interface CellarServer {
  pid: number;
  port: number;
  dataDir: string;
  client: CellarClient;
  stop(): Promise<void>;
}

export async function startCellar(dataDir: string): Promise<CellarServer> {
  const port = await freePort();
  const admin = { email: 'admin@example.org', password: 'correct horse battery staple' };
  const child = spawn(process.execPath, [...serverFlags, serverMain], {
    // Its welcome is no part of the table; what goes wrong is.
    stdio: ['ignore', 'ignore', 'inherit'],
    env: serverEnvironment({
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      LOG_LEVEL: 'warn',
    }),
  });
  const kill = removeAtExit(() => child.kill('SIGTERM'));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await waitForPort(port, ended);
  return {
    pid: child.pid as number,
    port,
    dataDir,
    client: await logIn(port, admin),
    stop: async () => {
      kill();
      await ended;
    },
  };
}

/** Waits until the server has nothing left to do: the digest of a fresh file is made in the background. */
export async function untilQuiet(pid: number): Promise<void> {
  for (let quiet = 0, before = cpuSeconds(pid); quiet < 3; ) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    const now = cpuSeconds(pid);
    quiet = now - before <= 0.02 ? quiet + 1 : 0;
    before = now;
  }
}
