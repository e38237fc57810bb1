// Runs the server as a separate process, for tests that kill it or limit its resources.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { api } from '@cellar/contract/api.ts';
import { type Client, createClient } from './client.ts';

export interface ServerProcess {
  url: string;
  pid: number;
  /** Returns the output so far. */
  output(): string;
  /** Logs in as the first admin. */
  logIn(): Promise<Client>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>;
}

interface Options {
  dataDir: string;
  env?: Record<string, string>;
  /** A program, with its arguments, that starts the server. */
  through?: string[];
  /** Further options of Node. */
  flags?: string[];
  /** Makes the server's clock and timers run faster. */
  hurry?: Hurry;
}

/** From `since` on, time runs `times` as fast, so that leases and schedules take seconds instead of minutes. */
interface Hurry {
  since: number;
  times: number;
}

/** The timeout of tests that start servers, which takes long on a busy machine. */
export const processMs = 300_000;

const main = fileURLToPath(new URL('../start/main.ts', import.meta.url));
/** Ends the server together with its test: its standard input closes, however the test process ends. */
const guard = `data:text/javascript,
  import { isMainThread } from 'node:worker_threads';
  if (isMainThread) process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL')).resume().unref();`;
/** Does not affect `node:timers/promises`, because imported bindings cannot be replaced. */
const hurryUp = ({ since, times }: Hurry) => `data:text/javascript,
  const { now } = Date;
  Date.now = () => ${since} + (now() - ${since}) * ${times};
  globalThis.Date = new Proxy(Date, {
    construct: (real, args, type) => Reflect.construct(real, args.length > 0 ? args : [Date.now()], type),
  });
  for (const name of ['setTimeout', 'setInterval']) {
    const real = globalThis[name];
    const hurried = (run, ms = 0, ...args) => real(run, ms / ${times}, ...args);
    globalThis[name] = Object.defineProperties(hurried, Object.getOwnPropertyDescriptors(real));
  }
  const { timeout } = AbortSignal;
  AbortSignal.timeout = (ms) => timeout.call(AbortSignal, Math.ceil(ms / ${times}));`;
/** The account that each server creates when it starts with an empty library. */
export const firstAdmin = { email: 'admin@cellar.example', password: 'correct horse' };

/** Returns the environment of a server process: PATH, Node's compile cache, and as many file threads as `npm start` sets. */
export function processEnv(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, UV_THREADPOOL_SIZE: '16', ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
}

export async function startServer({
  dataDir,
  env = {},
  through = [],
  flags = [],
  hurry,
}: Options): Promise<ServerProcess> {
  const began = performance.now();
  const imports = [guard, ...(hurry ? [hurryUp(hurry)] : [])].flatMap((script) => ['--import', script]);
  const [program = process.execPath, ...args] = [...through, process.execPath, ...flags, ...imports, main];
  const child = spawn(program, args, {
    cwd: dataDir,
    env: {
      ...processEnv(),
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'fatal',
      ADMIN_EMAIL: firstAdmin.email,
      ADMIN_PASSWORD: firstAdmin.password,
      // Tests cannot reach the real providers.
      ...(env.STEAM_URL ? {} : { METADATA_PROVIDERS: 'off' }),
      ...env,
    },
    stdio: 'pipe',
  });
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  let output = '';
  const keep = (text: string) => {
    output += text;
  };
  child.stdout?.setEncoding('utf8').on('data', keep);
  child.stderr?.setEncoding('utf8').on('data', keep);
  const url = `http://127.0.0.1:${await portOf(child, () => output)}`;
  performance.measure('start', { start: began });
  return {
    url,
    pid: child.pid ?? 0,
    output: () => output,
    async logIn() {
      const { status, body } = await createClient(url).call(api.login, { json: firstAdmin });
      if (status !== 200) throw new Error(`login was refused: ${JSON.stringify(body)}`);
      return createClient(url, { token: body.token, id: body._id, email: body.email });
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    stop() {
      child.kill('SIGTERM');
      return exited;
    },
  };
}

function portOf(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', () => {
      const port = /(?:ready at|listening on) http:\/\/localhost:(\d+)/.exec(output())?.[1];
      if (port) resolve(port);
    });
    child.once('exit', () => reject(new Error(`the server did not start:\n${output()}`)));
  });
}
