// Rows: a backup and a restore of a library of some gigabytes, beside `cp -r` of its files on the same disk. `--gb=N` changes the
// size. Cellar's commands flush every file, read it again and hash it; `cp` does none of that, so a flush is added to it.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { root } from '../../scripts/runtime.mjs';
import { serverEnvironment } from '../../scripts/server-process.mjs';
import { pause } from '../load/generator.ts';
import { type CellarClient, PLATFORM } from './cellar-client.ts';
import { startCellar } from './cellar-server.ts';
import { writePayload } from './payload.ts';
import { interleave, median } from './rounds.ts';
import { plainRow, type Row, ratioRow } from './row.ts';
import { uploadChunks } from './upload-file.ts';
import { makeDiskFolder } from './workplace.ts';

const chunkBytes = 50_000_000;
/** Files of 500 MB. */
const chunksOfFile = 10;
const defaultGigabytes = 10;
const rounds = 3;
const atLeast = 0.6;

export async function measureBackup(): Promise<Row[]> {
  const gigabytes = Number(
    process.argv.find((text) => text.startsWith('--gb='))?.slice(5) ?? defaultGigabytes,
  );
  const { dir, remove } = makeDiskFolder();
  try {
    const bytes = await fillLibrary(dir, gigabytes);
    const paths = pathsIn(dir);
    const times = await interleave(rounds, {
      copied: () => timeFresh(paths.copy, () => run('cp', ['-r', join(paths.data, 'files'), paths.copy])),
      // The place keeps its mark. Without it, the next backup would be refused.
      backedUp: () => timeFresh(paths.backedUp, () => cellar(paths.data, ['backup', paths.backup])),
      restored: () => timeFresh(paths.restored, () => cellar(paths.restored, ['restore', paths.backup])),
    });
    const again = await time(() => cellar(paths.data, ['backup', paths.backup]));
    const speed = (seconds: number[]) => bytes / 1e6 / median(seconds, (value) => value);
    const yardstick = speed(times.copied);
    const figures = { yardstick, atLeast, digits: 0 };
    return [
      ratioRow(`backup of ${gigabytes} GB beside cp -r and a flush`, 'MB/s', {
        ...figures,
        ours: speed(times.backedUp),
      }),
      ratioRow(`restore of ${gigabytes} GB beside cp -r and a flush`, 'MB/s', {
        ...figures,
        ours: speed(times.restored),
      }),
      plainRow('second backup without new files', 's', again, 1),
    ];
  } finally {
    remove();
  }
}

function pathsIn(dir: string) {
  const path = (name: string) => join(dir, name);
  const backup = path('backup');
  const backedUp = join(backup, 'files');
  return { data: path('data'), copy: path('copy'), backup, backedUp, restored: path('restored') };
}

/** Returns the number of bytes. */
async function fillLibrary(dir: string, gigabytes: number): Promise<number> {
  const server = await startCellar(join(dir, 'data'));
  const payload = writePayload(join(dir, 'payload'), chunkBytes);
  const files = Math.max(1, Math.round((gigabytes * 1e9) / (chunkBytes * chunksOfFile)));
  const paths: string[] = [];
  for (let number = 0; number < files; number += 1) {
    const plan = await uploadChunks(server, payload, { name: `backup-${number}`, chunks: chunksOfFile });
    const { gameId } = await server.client.completeUpload(plan);
    paths.push(`/api/games/${gameId}/download/${PLATFORM}/sha256`);
  }
  for (const path of paths) await untilAnswered(server.client, path);
  await server.stop();
  return files * chunkBytes * chunksOfFile;
}

/** A new file has no digest until a job has read it, within a minute or two. */
async function untilAnswered({ get }: CellarClient, path: string): Promise<void> {
  for (;;) {
    try {
      await get(path);
      return;
    } catch {
      await pause(1000);
    }
  }
}

/** Removes the folder first. Includes the time until the bytes are on the disk. */
async function timeFresh(folder: string, work: () => Promise<void>): Promise<number> {
  rmSync(folder, { recursive: true, force: true });
  spawnSync('sync');
  return time(async () => {
    await work();
    spawnSync('sync', ['-f', folder]);
  });
}

async function time(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}

function cellar(dataDir: string, args: string[]): Promise<void> {
  const cli = join(root, 'apps', 'server', 'src', 'start', 'cli.ts');
  return run(process.execPath, [cli, ...args], serverEnvironment({ ...process.env, DATA_DIR: dataDir }));
}

async function run(program: string, args: string[], env = process.env): Promise<void> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with code ${code}`);
}
