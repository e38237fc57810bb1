// Runs the real server in a separate process with its own data folder, so that it can be killed and started again with
// the same port and data. For journeys about the process or its memory, and for the screenshots. All other journeys
// share a process (hosted-server.ts).
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../../test/free-port.mjs';
import { eventually } from '../../test/waiting.ts';
import type { Account } from './cellar-api.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Returns the environment for a server process, without most variables of this one. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  // As in scripts/server-process.mjs: from the second start on, the compile cache halves the start time.
  const node = { NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'), UV_THREADPOOL_SIZE: '16' };
  return { PATH, HOME, TMPDIR, ...node };
}

/** Returns the settings for a library in this folder, including those of the journey. */
export function librarySettings(folder: string, settings: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  // Tests do not contact the real metadata providers.
  const defaults = settings.STEAM_URL ? {} : { METADATA_PROVIDERS: 'off' };
  return { ...defaults, ...settings, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' };
}

/** Throws if the web page is not built. */
export function checkPageIsBuilt(): void {
  if (existsSync(join(root, 'apps/web/dist/index.html'))) return;
  throw new Error('The web page is not built yet: run `npm test -- --only build` once.');
}

export class CellarServer {
  readonly port: number;
  readonly folder: string;
  #args: string[];
  #settings: NodeJS.ProcessEnv;
  #process: ChildProcess | undefined;
  #log = '';

  private constructor(port: number, folder: string, args: string[], settings: NodeJS.ProcessEnv) {
    this.port = port;
    this.folder = folder;
    this.#args = args;
    this.#settings = settings;
  }

  /** Starts a server with an empty library. */
  static create(...args: string[]): Promise<CellarServer> {
    return CellarServer.createWith({}, ...args);
  }

  /** Like `create`, with the given environment variables. */
  static async createWith(settings: NodeJS.ProcessEnv, ...args: string[]): Promise<CellarServer> {
    checkPageIsBuilt();
    const folder = await mkdtemp(join(tmpdir(), 'cellar-e2e-'));
    const server = new CellarServer(await freePort(), folder, args, settings);
    try {
      await server.start();
    } catch (error) {
      await server.remove();
      throw error;
    }
    return server;
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  /** The id of the running process, otherwise 0. */
  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  async start(): Promise<void> {
    const main = join(root, 'apps/server/src/start/main.ts');
    const child = spawn(process.execPath, [main, ...this.#args], {
      cwd: this.folder,
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    child.stdout.on('data', (text) => this.#keep(text));
    child.stderr.on('data', (text) => this.#keep(text));
    child.once('close', (code) => {
      // An unexpected end is a failure of the test, even if the test itself passes.
      if (this.#process === child) console.error(`The server ended unexpectedly (${code}):\n${this.#log}`);
    });
    await this.#ready(child);
  }

  /** Simulates a power cut. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async remove(): Promise<void> {
    await this.#end('SIGTERM');
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Returns the code that the first visitor needs. */
  async setupCode(): Promise<string> {
    return (await readFile(join(this.folder, 'data', 'setup-code'), 'utf8')).trim();
  }

  /** Runs a `cellar` command on this server's library. */
  async command(...args: string[]): Promise<void> {
    const program = join(root, 'apps/server/bin/cellar.mjs');
    await promisify(execFile)(process.execPath, [program, ...args], {
      cwd: this.folder,
      env: this.#environment,
    });
  }

  async createAccount(role: 'admin' | 'member', { email, password }: Account): Promise<void> {
    await this.command(role, 'create', `--email=${email}`, `--password=${password}`);
  }

  get #environment(): NodeJS.ProcessEnv {
    const settings = librarySettings(this.folder, this.#settings);
    return { ...serverEnvironment(), ...settings, PORT: String(this.port) };
  }

  async #ready(child: ChildProcess): Promise<void> {
    const hasEnded = await eventually(async () => {
      if (child.exitCode !== null) return true;
      if (!(await this.#answers())) throw new Error(`The server did not start:\n${this.#log}`);
      return false;
    });
    if (hasEnded) throw new Error(`The server ended while it started:\n${this.#log}`);
  }

  async #answers(): Promise<boolean> {
    const response = await fetch(`http://127.0.0.1:${this.port}/api/ready`).catch(() => undefined);
    return response?.ok === true;
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }

  #keep(text: unknown): void {
    this.#log = (this.#log + text).slice(-20_000);
  }
}
