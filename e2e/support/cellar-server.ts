// The real server as a process of its own, with a data folder of its own: it can be killed and started again on the
// same port and data. Used by the journeys that are about its process or its memory, and by the screenshots; all others
// share a process (hosted-server.ts).
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Account } from './cellar-api.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const startMs = 120_000;

/** What a process that runs the server has of this one's environment. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  // As `npm start` has it (scripts/server-process.mjs): a server is there in half the time from the second start on.
  const node = { NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'), UV_THREADPOOL_SIZE: '16' };
  return { PATH, HOME, TMPDIR, ...node };
}

/** The settings of a library in this folder, beside those that a journey asks for. */
export function librarySettings(folder: string, settings: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  // The real metadata providers are not asked by tests.
  const quiet = settings.STEAM_URL ? {} : { METADATA_PROVIDERS: 'off' };
  return { ...quiet, ...settings, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' };
}

/** Throws where the page that the server serves is missing. */
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

  /** A started server with an empty library. */
  static create(...args: string[]): Promise<CellarServer> {
    return CellarServer.createWith({}, ...args);
  }

  /** Likewise, with settings of its own, as an .env file has them. */
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

  /** Of its process while it runs. */
  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  async start(): Promise<void> {
    const main = join(root, 'apps/server/src/main.ts');
    const child = spawn(process.execPath, [main, ...this.#args], {
      cwd: this.folder,
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    child.stdout.on('data', (text) => this.#keep(text));
    child.stderr.on('data', (text) => this.#keep(text));
    child.once('close', (code) => {
      // In a test this is a failure, whatever else comes of it.
      if (this.#process === child) console.error(`The server ended by itself (${code}):\n${this.#log}`);
    });
    await this.#ready(child);
  }

  /** As a power cut would end it. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async remove(): Promise<void> {
    await this.#end('SIGTERM');
    await rm(this.folder, { recursive: true, force: true });
  }

  /** What the first visitor has to know. */
  async setupCode(): Promise<string> {
    return (await readFile(join(this.folder, 'data', 'setup-code'), 'utf8')).trim();
  }

  /** Runs `cellar …` on this server's library. */
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
    const deadline = Date.now() + startMs;
    while (!(await this.#answers())) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`No start:\n${this.#log}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
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

/**
 * Below the ports that Linux takes for outgoing connections (from 32768): the server is killed and started again, and
 * meanwhile nothing else may get its port. Each worker has a range of its own.
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
