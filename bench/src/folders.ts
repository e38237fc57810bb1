// Rows of library folders: scans of 100,000 files beside `find -printf`, the memory that they take, the time until a new file is
// noticed, and downloads of a file in place and of a ZIP that is built while it is sent beside a stored file of the same size.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  ItemsResponse,
  LibraryFolder,
  LibraryFolders,
} from '../../packages/contract/src/folders/folders.ts';
import type { CellarClient } from './cellar-client.ts';
import { type CellarServer, startCellar, untilQuiet } from './cellar-server.ts';
import { type LoadFigures, runLoad } from './load.ts';
import { writePayload } from './payload.ts';
import { peakResidentMb } from './process-figures.ts';
import { interleave, median } from './rounds.ts';
import { limitRow, plainRow, type Row, ratioRow } from './row.ts';
import { uploadChunks } from './upload-file.ts';
import { makeDiskFolder } from './workplace.ts';

const FILES = 100_000;
const FILES_PER_FOLDER = 500;
const ROUNDS = 5;
const MEMBER_BYTES = 50 * 1024 * 1024;
const MEMBERS = 20;
// Asking for the folders counts their items, which takes time from the scan.
const POLL_MS = 100;

const settings = {
  mode: 'in_place',
  platform: 'Windows',
  platformFolders: [],
  extensions: [],
  frequency: 'off',
  isWatched: false,
  addsCertain: false,
};

export async function measureFolders(): Promise<Row[]> {
  const { dir, remove } = makeDiskFolder();
  try {
    return [...(await measureScans(dir)), ...(await measureDownloads(dir))];
  } finally {
    remove();
  }
}

async function measureScans(dir: string): Promise<Row[]> {
  const tree = join(dir, 'tree');
  makeTree(tree);
  const cellar = await startCellar(join(dir, 'scan-data'), { LIBRARY_ROOTS: tree });
  try {
    const before = peakResidentMb(cellar.pid);
    const first = await scanNew(cellar.client, tree);
    const { ours, yardstick } = await interleave<'ours' | 'yardstick', number>(ROUNDS, {
      ours: () => scanAgain(cellar.client, first.id),
      yardstick: async () => timeFind(tree),
    });
    const seconds = (list: number[]) => median(list, (each) => each);
    const find = seconds(yardstick);
    return [
      ratioRow('folders, first scan of 100,000 files', 's', { ours: first.seconds, yardstick: find }),
      ratioRow('folders, scan again', 's', { ours: seconds(ours), yardstick: find, atMost: 5 }),
      limitRow('folders, memory that scans added at their peak', 'MB', {
        ours: peakResidentMb(cellar.pid) - before,
        atMost: 100,
      }),
      plainRow(
        'folders, until a new file is noticed',
        's',
        await timeNotice(cellar.client, first.id, tree),
        1,
      ),
    ];
  } finally {
    await cellar.stop();
  }
}

function makeTree(tree: string): void {
  for (let index = 0; index < FILES; index += 1) {
    const folder = join(tree, `Shelf ${Math.floor(index / FILES_PER_FOLDER)}`);
    if (index % FILES_PER_FOLDER === 0) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `Game Number ${index} v1.${index % 10}.zip`), `${index}`);
  }
}

function timeFind(tree: string): number {
  const started = performance.now();
  execFileSync('find', [tree, '-printf', '%s %T@ %p\n'], { maxBuffer: 2 ** 28 });
  return (performance.now() - started) / 1000;
}

/** Returns the folder's id, and the seconds from the request until its review list was complete. */
export async function scanNew(client: CellarClient, path: string): Promise<{ id: string; seconds: number }> {
  const started = performance.now();
  const { id } = await client.send<LibraryFolder>('POST', '/api/admin/library/folders', {
    path,
    ...settings,
  });
  await untilScanned(client, id, null);
  return { id, seconds: (performance.now() - started) / 1000 };
}

async function scanAgain(client: CellarClient, id: string): Promise<number> {
  const { lastScanAt } = await findFolder(client, id);
  const started = performance.now();
  await client.send('POST', `/api/admin/library/folders/${id}/scan`);
  await untilScanned(client, id, lastScanAt);
  return (performance.now() - started) / 1000;
}

async function untilScanned(client: CellarClient, id: string, before: string | null): Promise<void> {
  await until(async () => {
    const folder = await findFolder(client, id);
    return folder.lastScanAt !== before && folder.scan === null;
  });
}

async function timeNotice(client: CellarClient, id: string, tree: string): Promise<number> {
  await client.send('PUT', `/api/admin/library/folders/${id}`, { ...settings, isWatched: true });
  const before = (await findFolder(client, id)).items.found;
  // The watch of 200 folders begins a moment later.
  await new Promise((resolve) => setTimeout(resolve, 15_000));
  const started = performance.now();
  writeFileSync(join(tree, 'Shelf 0', 'A New Game.zip'), 'new');
  await until(async () => (await findFolder(client, id)).items.found > before);
  return (performance.now() - started) / 1000;
}

async function measureDownloads(dir: string): Promise<Row[]> {
  const library = join(dir, 'library');
  const payload = writePayload(join(dir, 'payload'), MEMBER_BYTES);
  makeGames(library, payload.file);
  const cellar = await startCellar(join(dir, 'download-data'), { LIBRARY_ROOTS: library });
  try {
    const plan = await uploadChunks(cellar, payload, { name: 'stored', chunks: MEMBERS });
    const stored = await cellar.client.completeUpload(plan);
    const paths = {
      stored: await cellar.client.downloadPath(stored.gameId),
      inPlace: await addGame(cellar, library, 'One File'),
      zip: await addGame(cellar, library, 'Many Files'),
    };
    await untilQuiet(cellar.pid);
    return await compare(cellar, paths);
  } finally {
    await cellar.stop();
  }
}

/** Makes a game of one file and a game of 20 files, of 1 GB each. */
function makeGames(library: string, payload: string): void {
  const many = join(library, 'Many Files');
  mkdirSync(many, { recursive: true });
  writeFileSync(join(many, 'game.exe'), 'MZ');
  for (let index = 0; index < MEMBERS; index += 1) {
    execFileSync('cp', [payload, join(many, `data-${String(index).padStart(2, '0')}.dat`)]);
  }
  const parts = Array<string>(MEMBERS).fill(payload);
  execFileSync('sh', [
    '-c',
    'target=$1; shift; cat "$@" > "$target"',
    'cat',
    join(library, 'One File.iso'),
    ...parts,
  ]);
  // What was written to just now can't be added yet.
  execFileSync('find', [library, '-exec', 'touch', '-d', '2024-01-01', '{}', '+']);
}

/** Adds the folder on the first call, and then one of its items. Returns the path and query of its download. */
async function addGame({ client }: CellarServer, library: string, title: string): Promise<string> {
  const { folders } = await readFolders(client);
  if (folders.length === 0) await scanNew(client, library);
  const found = await listItems(client, 'found', title);
  await client.send('POST', '/api/admin/library/items/add', { selection: { ids: [found?.id] } });
  let gameId: string | null = null;
  await until(async () => {
    gameId = (await listItems(client, 'added', title))?.gameId ?? null;
    return gameId !== null;
  });
  // A ZIP is ready once the checksums of its members are known.
  let path = '';
  await until(async () => {
    path = await client.downloadPath(String(gameId)).catch(() => '');
    return path !== '' && (await isReady(client, path));
  });
  return path;
}

async function isReady(client: CellarClient, path: string): Promise<boolean> {
  const response = await fetch(new URL(path, client.origin), { method: 'HEAD' });
  return response.ok;
}

async function listItems(client: CellarClient, state: string, search: string) {
  const query = new URLSearchParams({ state, search });
  const { items } = JSON.parse(await client.get(`/api/admin/library/items?${query}`)) as ItemsResponse;
  return items[0];
}

async function readFolders(client: CellarClient): Promise<LibraryFolders> {
  return JSON.parse(await client.get('/api/admin/library/folders'));
}

async function findFolder(client: CellarClient, id: string): Promise<LibraryFolder> {
  const folder = (await readFolders(client)).folders.find((each) => each.id === id);
  if (!folder) throw new Error('the library folder is gone');
  return folder;
}

async function until(check: () => Promise<boolean>): Promise<void> {
  const endsAt = performance.now() + 10 * 60_000;
  while (!(await check())) {
    if (performance.now() > endsAt) throw new Error('nothing happened for ten minutes');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function compare(
  cellar: CellarServer,
  paths: { stored: string; inPlace: string; zip: string },
): Promise<Row[]> {
  const load = { host: '127.0.0.1', port: cellar.port, streams: 1, warmUpMs: 700, measureMs: 2000 };
  const fetchFrom = (path: string) =>
    runLoad('download-load.ts', { ...load, path }, { serverPid: cellar.pid });
  const sides = await interleave<'stored' | 'inPlace' | 'zip', LoadFigures>(ROUNDS, {
    stored: () => fetchFrom(paths.stored),
    inPlace: () => fetchFrom(paths.inPlace),
    zip: () => fetchFrom(paths.zip),
  });
  const speed = (figures: LoadFigures[]) => median(figures, ({ gbPerSecond }) => gbPerSecond);
  const yardstick = speed(sides.stored);
  return [
    ratioRow('folders, download of a file in place', 'GB/s', {
      ours: speed(sides.inPlace),
      yardstick,
      atLeast: 0.95,
    }),
    ratioRow('folders, download of a ZIP of 20 files', 'GB/s', {
      ours: speed(sides.zip),
      yardstick,
      atLeast: 0.7,
    }),
  ];
}
