// Large libraries for rows, seeded by `cellar seed` into .cache/bench and reused until the sources of the seed change. Each run
// works on a copy.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/runtime.mjs';

const cacheFolder = join(root, '.cache', 'bench');
const sources = join(root, 'apps', 'server', 'src');

/** The largest library that Cellar is made for. Without the files of pictures, because only their rows are read. */
export const largestLibrary = {
  games: 100_000,
  options: [
    ...['--own-covers', '--screenshots', '10', '--no-picture-files'],
    ...['--members', '10000', '--activities', '1000000', '--queued', '100000'],
  ],
} as const;

/** Copies a library with this many games into `dataDir`, without platform files. */
export function copySeededLibrary(games: number, dataDir: string, further: readonly string[] = []): void {
  const library = ensureSeeded(games, further);
  mkdirSync(dataDir, { recursive: true });
  for (const name of ['cellar.db', 'cellar-library']) copyFileSync(join(library, name), join(dataDir, name));
  // The pictures are shared: the server only reads them or adds widths, which are the same for every copy.
  mkdirSync(join(library, 'artwork'), { recursive: true });
  symlinkSync(join(library, 'artwork'), join(dataDir, 'artwork'));
}

/** `further`: options of `cellar seed`. */
function ensureSeeded(games: number, further: readonly string[]): string {
  const name = ['library', games, ...further.map((option) => option.replace(/^--/, ''))].join('-');
  const folder = join(cacheFolder, `${name}-${digestOfSources()}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cacheFolder, { recursive: true });
  for (const old of globSync(`${name}-*`, { cwd: cacheFolder })) {
    rmSync(join(cacheFolder, old), { recursive: true });
  }
  console.error(`seeding ${games} games …`);
  // The final name marks a complete library.
  const draft = `${folder}.draft`;
  const cellar = join(root, 'apps', 'server', 'bin', 'cellar.mjs');
  const { status } = spawnSync(process.execPath, [cellar, 'seed', '--games', String(games), ...further], {
    cwd: cacheFolder,
    env: { ...process.env, DATA_DIR: draft, DATABASE_URL: '', STORAGE_URL: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('the library could not be seeded');
  rmSync(join(draft, 'files'), { recursive: true });
  renameSync(draft, folder);
  return folder;
}

/** Hashes the seed and the migrations, which determine the content. */
function digestOfSources(): string {
  const digest = createHash('sha256');
  for (const path of globSync(['seed/**/*.ts', 'db/migrations/*.ts'], { cwd: sources }).sort()) {
    if (!path.endsWith('.test.ts')) digest.update(readFileSync(join(sources, path)));
  }
  return digest.digest('hex').slice(0, 12);
}
