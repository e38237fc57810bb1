// A server for one test file, with its own port, data folder and library. All files of a vitest worker share its
// process (apps/server/src/test/server-host.ts), which saves the seconds that starting a process takes.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../test/free-port.mjs';
import type { Account } from './cellar-api.ts';
import { checkPageIsBuilt, librarySettings, serverEnvironment } from './cellar-server.ts';
import { HostProcess } from './host-process.ts';

const hostProgram = fileURLToPath(new URL('../../apps/server/src/test/server-host.ts', import.meta.url));

/** One per vitest worker, because its files share modules. */
let host: Promise<HostProcess> | undefined;

async function startHost(): Promise<HostProcess> {
  checkPageIsBuilt();
  const started = new HostProcess(hostProgram, serverEnvironment());
  await started.ready;
  return started;
}

export class HostedServer {
  readonly port: number;
  readonly folder: string;
  #host: HostProcess;

  private constructor(host: HostProcess, port: number, folder: string) {
    this.#host = host;
    this.port = port;
    this.folder = folder;
  }

  /** Starts a server with an empty library and the given environment variables. */
  static async open(settings: NodeJS.ProcessEnv): Promise<HostedServer> {
    host ??= startHost();
    const folder = await mkdtemp(join(tmpdir(), 'cellar-e2e-'));
    const server = new HostedServer(await host, await freePort(), folder);
    await server.#ask({ do: 'open', env: librarySettings(folder, settings) });
    return server;
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  async remove(): Promise<void> {
    await this.#ask({ do: 'close' });
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Returns the code that the first visitor needs. */
  async setupCode(): Promise<string> {
    return (await readFile(join(this.folder, 'data', 'setup-code'), 'utf8')).trim();
  }

  async createAccount(role: 'admin' | 'member', account: Account & { name?: string }): Promise<void> {
    const name = role === 'admin' ? 'Admin' : 'Member';
    await this.#ask({ do: 'createAccount', role, account: { name, ...account } });
  }

  /** Sensitive requests ask for the password again, as 10 minutes after a login. */
  async forgetConfirmations(): Promise<void> {
    await this.#ask({ do: 'forgetConfirmations' });
  }

  /** Adds generated games that share `covers` covers. */
  async seed(games: number, covers: number): Promise<void> {
    await this.#ask({ do: 'seed', games, covers });
  }

  #ask(request: object): Promise<void> {
    return this.#host.ask({ port: this.port, ...request });
  }
}
