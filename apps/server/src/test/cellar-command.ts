// Runs `cellar` as a person's terminal does: in a folder that has nothing to do with a library.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect } from '#client/connection.ts';
import { type DownloadOptions, download } from '#client/download-command.ts';
import { explainFailure } from '#client/failures.ts';
import { type UploadOptions, uploadAll } from '#client/upload-command.ts';
import type { ClientContext } from '#client/upload-file.ts';
import { createTerminalLine } from '#platform/terminal-line.ts';
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

// Runs the work of `cellar upload` and `cellar download` in this process, which takes milliseconds instead of seconds. What concerns the
// process (arguments, signals, exit) is tested with `startCellar`.

interface Place {
  url: string;
  token: string;
  /** Where the command runs. */
  folder: string;
}

/** Files are relative to the folder. */
export function uploadHere(place: Place, files: string[], options: UploadOptions = {}) {
  const paths = files.map((file) => join(place.folder, file));
  return runHere(place, (context) => uploadAll(context, paths, options));
}

export function downloadHere(place: Place, game: string, { output = '', ...options }: DownloadOptions = {}) {
  const path = output ? join(place.folder, output) : `${place.folder}/`;
  return runHere(place, (context) => download(context, game, { ...options, output: path }));
}

/** Returns what the command would exit with and print, without the folder. */
async function runHere({ url, token, folder }: Place, work: (context: ClientContext) => Promise<void>) {
  let err = '';
  const line = createTerminalLine({ write: (text) => (err += text) });
  const { signal } = new AbortController();
  const connection = connect({ url: new URL(url), token, signal });
  let code = 0;
  try {
    await work({ connection, line, signal, note: line.note });
  } catch (error) {
    const failure = explainFailure(error);
    if (!failure) throw error;
    line.note(failure.message);
    code = failure.exitCode;
  } finally {
    await connection.close();
  }
  return { code, err: err.replaceAll(`${folder}/`, '') };
}
