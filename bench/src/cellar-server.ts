// Starts the real server with an admin, as a separate process.
import { spawn } from 'node:child_process';
import { serverEnvironment, serverFlags, serverMain } from '../../scripts/server-process.mjs';
import { freePort } from '../../test/free-port.mjs';
import { type CellarClient, logIn } from './cellar-client.ts';
import type { ControlGroup } from './control-group.ts';
import { removeAtExit } from './leftovers.ts';
import { cpuSeconds } from './process-figures.ts';
import { waitForPort } from './wait-for-port.ts';

/** Created by environment variables if the library has no admin. */
export const firstAdmin = { email: 'admin@example.org', password: 'correct horse battery staple' };

export interface CellarServer {
  pid: number;
  port: number;
  dataDir: string;
  client: CellarClient;
  stop(): Promise<void>;
}

/** Starts a server with an empty library or with that of an earlier server. `group`: see control-group.ts. */
export async function startCellar(
  dataDir: string,
  env: Record<string, string> = {},
  group?: ControlGroup,
): Promise<CellarServer> {
  const { pid, port, stop, ended } = await spawnCellar(dataDir, env, group);
  await waitForPort(port, ended);
  return { pid, port, dataDir, client: await logIn(port, firstAdmin), stop };
}

/** Returns the milliseconds from the start of the process to its first answer with games. */
export async function timeFirstAnswer(dataDir: string, token: string): Promise<number> {
  const started = performance.now();
  const { port, stop } = await spawnCellar(dataDir);
  try {
    for (;;) {
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(`http://127.0.0.1:${port}/api/games`, { headers }).catch(() => undefined);
      if (response?.status === 200) {
        await response.arrayBuffer();
        return performance.now() - started;
      }
      if (response && response.status !== 503) throw new Error(`the start answered ${response.status}`);
      if (performance.now() - started > 60_000)
        throw new Error('the server did not answer with games within a minute');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  } finally {
    await stop();
  }
}

async function spawnCellar(dataDir: string, env: Record<string, string> = {}, group?: ControlGroup) {
  const port = await freePort();
  const [program, ...before] = group?.enter(process.execPath) ?? [process.execPath];
  const child = spawn(program as string, [...before, ...serverFlags, serverMain], {
    // Hides the server's welcome but not its errors.
    stdio: ['ignore', 'ignore', 'inherit'],
    env: serverEnvironment({
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      METADATA_PROVIDERS: 'off',
      ADMIN_EMAIL: firstAdmin.email,
      ADMIN_PASSWORD: firstAdmin.password,
      LOG_LEVEL: 'warn',
      ...env,
    }),
  });
  const kill = removeAtExit(() => child.kill('SIGTERM'));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    kill();
    await ended;
  };
  return { pid: child.pid as number, port, ended, stop };
}

/** Waits until the server is idle, because it computes the digest of a new file in the background. */
export async function untilQuiet(pid: number): Promise<void> {
  for (let quiet = 0, before = cpuSeconds(pid); quiet < 3; ) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    const now = cpuSeconds(pid);
    quiet = now - before <= 0.02 ? quiet + 1 : 0;
    before = now;
  }
}
