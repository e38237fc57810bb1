// Clients for copied download links, with the options that users choose to resume downloads over a bad connection.
import { execFile } from 'node:child_process';
import { createWriteStream, existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, delimiter, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Ends programs that hang, because some retry forever. */
const timeout = 4 * 60_000;

export interface DownloadClient {
  name: string;
  /** True if the program is not installed. */
  missing: boolean;
  /** Resolves when the file is complete. */
  download(url: string, path: string): Promise<unknown>;
}

export const downloadClients: DownloadClient[] = [
  { name: 'a client by Range and If-Range', missing: false, download: fetchInPieces },
  {
    ...program('curl'),
    download: (url, path) => again(() => run('curl', ['-qsSf', '-C', '-', '-o', path, url], { timeout })),
  },
  {
    ...program('wget'),
    download: (url, path) =>
      run('wget', ['--no-config', '-qc', '--tries=0', '--waitretry=0', '-O', path, url], { timeout }),
  },
  {
    ...program('aria2c', 'aria2 with four connections'),
    download: (url, path) =>
      run(
        'aria2c',
        [
          ...['--no-conf', '--quiet', '--file-allocation=none', '--max-tries=0', '--retry-wait=0'],
          ...['-x4', '-s4', '-k1M', '-d', dirname(path), '-o', basename(path), url],
        ],
        { timeout },
      ),
  },
];

function program(command: string, name = command) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return { name, missing: !folders.some((folder) => existsSync(join(folder, command))) };
}

/** Repeats curl until it succeeds, like a loop in a user's shell. */
async function again(attempt: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < 1000; tries += 1) {
    const code = await attempt().then(
      () => 0,
      (error) => error.code,
    );
    if (code === 0) return;
    // Partial file (18), empty response (52), reset connection (56).
    if (![18, 52, 56].includes(code)) throw new Error(`curl ended with ${code}`);
  }
  throw new Error('curl came to no end');
}

async function fetchInPieces(url: string, path: string): Promise<void> {
  let etag = '';
  for (let total = -1, start = 0; start !== total; start = (await stat(path)).size) {
    const headers: Record<string, string> = start > 0 ? { range: `bytes=${start}-`, 'if-range': etag } : {};
    const response = await fetch(url, { headers });
    if (response.status !== (start > 0 ? 206 : 200)) throw new Error(`answered with ${response.status}`);
    etag = response.headers.get('etag') ?? '';
    total = start + Number(response.headers.get('content-length'));
    const file = createWriteStream(path, { flags: start > 0 ? 'a' : 'w' });
    // If the connection breaks, the bytes received so far are kept.
    await pipeline(Readable.fromWeb(response.body as never), file).catch(() => undefined);
  }
}
