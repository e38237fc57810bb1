// Runs the work of `cellar upload` and `cellar download` in this process, which takes milliseconds instead of seconds. What concerns the
// process (arguments, signals, exit) is tested with `startCellar`.
import { join } from 'node:path';
import { connect } from '#client/connection.ts';
import { type DownloadOptions, download } from '#client/download-command.ts';
import { explainFailure } from '#client/failures.ts';
import { type UploadOptions, uploadAll } from '#client/upload-command.ts';
import type { ClientContext } from '#client/upload-file.ts';
import { createTerminalLine } from '#platform/terminal-line.ts';

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
