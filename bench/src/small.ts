// Rows: a server with half a core and 384 MB. It starts, and 20 members browse while a file is uploaded, another one downloaded, 10,000
// files scanned, a digest written to 500 members, and a backup made.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BackupStatus } from '../../packages/contract/src/admin/backups.endpoints.ts';
import type { OpenResult } from '../load/open-load.ts';
import { logIn } from './cellar-client.ts';
import { type CellarServer, firstAdmin, startCellar, untilQuiet } from './cellar-server.ts';
import { createControlGroup } from './control-group.ts';
import { scanNew } from './folders.ts';
import { runGenerator } from './load.ts';
import { writePayload } from './payload.ts';
import { addPeople } from './people.ts';
import { peakResidentMb } from './process-figures.ts';
import { median } from './rounds.ts';
import { limitRow, plainRow, type Row } from './row.ts';
import { copySeededLibrary } from './seeded-library.ts';
import { uploadChunks } from './upload-file.ts';
import { makeDiskFolder } from './workplace.ts';

const limits = { cores: 0.5, mib: 384 };
const games = 1000;
const members = 500;
const browsing = 20;
/** Each member opens something every two seconds. */
const perSecond = browsing / 2;
const measureMs = 8000;
const files = 10_000;
const chunkBytes = 50 * 1024 * 1024;
/** 500 MB. */
const chunks = 10;
const digestOf = 20;
const mostMs = 250;
const paths = [
  '/api/home',
  ...[1, 2, 7, 20].map((page) => `/api/games?page=${page}`),
  ...['dragon', 'advent', 'shadow'].map((word) => `/api/games?search=${word}`),
];

export async function measureSmall(): Promise<Row[]> {
  const group = createControlGroup(limits);
  if (!group) return [];
  const { dir, remove } = makeDiskFolder();
  const dataDir = join(dir, 'data');
  const tree = join(dir, 'tree');
  try {
    copySeededLibrary(games, dataDir);
    makeTree(tree);
    const payload = writePayload(join(dir, 'payload'), chunkBytes);
    const prepared = await startCellar(dataDir);
    const plan = await uploadChunks(prepared, payload, { name: 'download', chunks });
    const { gameId } = await prepared.client.completeUpload(plan);
    await prepared.client.send('PUT', '/api/admin/notification-settings', { emailFrequency: 'immediate' });
    await untilQuiet(prepared.pid);
    await prepared.stop();
    const emails = addPeople(dataDir, members);

    const started = performance.now();
    const env = { LIBRARY_ROOTS: tree, BACKUP_URL: `file:${join(dir, 'backup')}` };
    const cellar = await startCellar(dataDir, env, group);
    const startSeconds = (performance.now() - started) / 1000;
    try {
      const tokens: string[] = [];
      for (const email of emails.slice(0, browsing)) {
        tokens.push((await logIn(cellar.port, { email, password: firstAdmin.password })).token);
      }
      const work: Record<string, () => Promise<unknown>> = {
        'nothing else': () => sleep(measureMs),
        'an upload and a download': () =>
          Promise.all([
            uploadChunks(cellar, payload, { name: 'upload', chunks }).then(cellar.client.completeUpload),
            download(cellar, gameId),
          ]),
        [`a scan of ${files.toLocaleString('en')} files`]: () => scanNew(cellar.client, tree),
        [`a digest to ${members} members`]: () => sendDigest(dataDir),
        'a backup': () => backUp(cellar),
      };
      const rows: Row[] = [];
      for (const [name, run] of Object.entries(work)) {
        const { p99, seconds } = await browseDuring(cellar, tokens, run);
        console.error(`  ${name}: ${seconds.toFixed(1)} s, p99 ${p99.toFixed(0)} ms`);
        rows.push(limitRow(`small machine, pages beside ${name}, p99`, 'ms', { ours: p99, atMost: mostMs }));
        if (name !== 'nothing else') rows.push(plainRow(`small machine, ${name}`, 's', seconds, 1));
      }
      return [
        plainRow('small machine, start to the first answer', 's', startSeconds, 1),
        ...rows,
        plainRow('small machine, peak resident memory', 'MB', peakResidentMb(cellar.pid)),
        { ...limitRow('small machine, killed', 'times', { ours: group.kills(), atMost: 0 }), isRule: true },
      ];
    } finally {
      await cellar.stop();
    }
  } finally {
    group.remove();
    remove();
  }
}

function makeTree(tree: string): void {
  for (let index = 0; index < files; index += 1) {
    const folder = join(tree, `Shelf ${Math.floor(index / 500)}`);
    if (index % 500 === 0) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `Game Number ${index} v1.${index % 10}.zip`), `${index}`);
  }
}

/** Browses until the work is done. Returns the median p99 of each eight seconds, in milliseconds. */
async function browseDuring(cellar: CellarServer, tokens: string[], run: () => Promise<unknown>) {
  let isOver = false;
  const started = performance.now();
  const done = run().finally(() => {
    isOver = true;
  });
  const seconds = done.then(() => (performance.now() - started) / 1000);
  seconds.catch(() => undefined);
  const load = { host: '127.0.0.1', port: cellar.port, tokens, paths, perSecond, warmUpMs: 0, measureMs };
  const runs: OpenResult[] = [];
  do {
    runs.push((await runGenerator<OpenResult>('open-load.ts', load, cellar.pid)).result);
  } while (!isOver);
  return { p99: median(runs, ({ p99 }) => p99), seconds: await seconds };
}

async function download(cellar: CellarServer, gameId: string): Promise<void> {
  const response = await fetch(cellar.client.origin + (await cellar.client.downloadPath(gameId)));
  let received = 0;
  for await (const piece of response.body as ReadableStream<Uint8Array>) received += piece.length;
  if (received !== chunkBytes * chunks) throw new Error(`the download has ${received} bytes`);
}

/** Makes the newest games news of two hours ago that nobody has been told of, and waits for the emails. */
async function sendDigest(dataDir: string): Promise<void> {
  const database = new DatabaseSync(join(dataDir, 'cellar.db'), { timeout: 60_000 });
  const announcedAt = new Date(Date.now() - 7_200_000).toISOString();
  database.exec('begin immediate');
  const { last } = database.prepare('select coalesce(max(announcedNumber), 0) as last from games').get() as {
    last: number;
  };
  const newest = database
    .prepare('select id from games order by createdAt desc, id desc limit ?')
    .all(digestOf);
  const announce = database.prepare('update games set announcedNumber = ?, announcedAt = ? where id = ?');
  for (const [at, { id }] of newest.entries()) announce.run(last + 1 + at, announcedAt, id ?? '');
  database
    .prepare(
      `update users set emailFrequency = 'immediate', digestFrequency = 'immediate', announcedThrough = ?`,
    )
    .run(last);
  database.exec('commit');
  database.close();
  while (countEmails(dataDir) < members) await sleep(500);
}

function countEmails(dataDir: string): number {
  try {
    return readdirSync(join(dataDir, 'outbox')).length;
  } catch {
    return 0;
  }
}

/** Ends with an error, because the seeded games have no files: two large files, the pictures and the database are copied. */
async function backUp({ client }: CellarServer): Promise<void> {
  await client.send<BackupStatus>('POST', '/api/admin/backups', { kind: 'backup' });
  for (;;) {
    const { running, last } = JSON.parse(await client.get('/api/admin/backups')) as BackupStatus;
    if (!running && last.backup) return;
    await sleep(500);
  }
}
