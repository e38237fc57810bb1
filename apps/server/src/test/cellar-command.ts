// Runs `cellar` as a person's terminal does: in a folder that has nothing to do with a library.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { processEnv } from './server-process.ts';

const cli = fileURLToPath(new URL('../start/cli.ts', import.meta.url));

export interface CommandRun {
  ended: Promise<{ code: number | null; err: string }>;
  kill(signal: NodeJS.Signals): void;
  err(): string;
}

interface Options {
  cwd: string;
  env: Record<string, string>;
  /** A program, with its arguments, that starts the command. */
  through?: string[];
}

export function startCellar(args: string[], { cwd, env, through = [] }: Options): CommandRun {
  const [program = '', ...rest] = [...through, process.execPath, cli, ...args];
  const child = spawn(program, rest, {
    cwd,
    env: { ...processEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  return {
    ended: once(child, 'close').then(([code]) => ({ code, err })),
    kill: (signal) => void child.kill(signal),
    err: () => err,
  };
}
