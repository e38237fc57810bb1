// Rows of the soak: what a server needs, and what goes wrong, while people browse, download and upload for minutes or hours. Nothing
// may grow. Writes a report with plots into the folder `--to=FOLDER`.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../../scripts/runtime.mjs';
import { type CellarServer, firstAdmin, startCellar, untilQuiet } from './cellar-server.ts';
import { addPeople } from './people.ts';
import type { Row } from './row.ts';
import { copySeededLibrary } from './seeded-library.ts';
import { administrate } from './soak/admins.ts';
import { logIn } from './soak/ask.ts';
import type { StoredFile } from './soak/download-file.ts';
import { downloadRepeatedly } from './soak/downloads.ts';
import { browse } from './soak/members.ts';
import { writeReport } from './soak/report.ts';
import { judge, lateHandles, type Outcome } from './soak/rules.ts';
import { bytesOfFiles, countHandles, type Sample, takeSamples } from './soak/samples.ts';
import { createTally, createVisitor, noteProblem, type Site, type Visitor } from './soak/site.ts';
import { completeUpload, inventGame, sendChunks } from './soak/upload-game.ts';
import { makeDiskFolder } from './workplace.ts';

const games = 20_000;
const people = { members: 200, downloads: 50, admins: 3 };
const load =
  `A library of 20,000 games on SQLite and a disk. ${people.members} members browse, ${people.downloads} downloads run on slow lines that break, ` +
  `${people.admins} admins upload, edit and delete games.`;
/**
 * The sizes in MiB of the files that are downloaded. They stay until the end. The system's buffers take several MB of each, so
 * the server would not notice the breaks of smaller ones.
 */
const fileSizes = [4, 8, 12, 16, 24, 32];
const mostQuietSeconds = 120;

export async function measureSoak(): Promise<Row[]> {
  const minutes = Number(option('minutes') ?? 10);
  const { dir, remove } = makeDiskFolder();
  const dataDir = join(dir, 'data');
  copySeededLibrary(games, dataDir, ['--members', '200', '--activities', '20000', '--screenshots', '2']);
  // Behind a proxy, the members have addresses of their own.
  const cellar = await startCellar(dataDir, { TRUST_PROXY: '1' });
  try {
    const samples: Sample[] = [];
    const outcome = { minutes, samples, ...(await soak(cellar, { minutes, samples })) };
    const rows = judge(outcome);
    const { problems } = outcome.tally;
    for (const [text, count] of problems) console.error(`${count} ×: ${text}`);
    writeReport(option('to') ?? join(root, 'bench', 'soak'), { minutes, load, rows, samples, problems });
    return rows;
  } finally {
    await cellar.stop();
    remove();
  }
}

function option(name: string): string | undefined {
  const start = `--${name}=`;
  return process.argv.find((text) => text.startsWith(start))?.slice(start.length);
}

async function soak(
  cellar: CellarServer,
  { minutes, samples }: { minutes: number; samples: Sample[] },
): Promise<Pick<Outcome, 'tally' | 'handles' | 'filesMb'>> {
  const end = new AbortController();
  const site: Site = { port: cellar.port, over: end.signal, tally: createTally() };
  await untilQuiet(cellar.pid);
  // Before the first upload, whose threads stay for a while.
  const handles = countHandles(cellar);
  const files = await storeFiles(createVisitor(site, 999));
  const emails = addPeople(cellar.dataDir, people.members);
  const idle = () => ({ handles: countHandles(cellar), filesMb: bytesOfFiles(cellar) / 1e6 });
  const before = { ...idle(), handles };

  const everybody = letIn(site, { files, emails, arriveMs: Math.min(60_000, minutes * 6000) });
  const sampling = takeSamples(cellar, site, (sample) => {
    samples.push(sample);
    if (samples.length % 12 === 0) console.error(describe(sample));
  }).catch((error) => noteProblem(site.tally, 'unexpected', `the server can't be measured: ${error}`));
  await Promise.race([pause(minutes * 60_000), sampling]);
  end.abort();
  await Promise.all([everybody, sampling]);

  const after = await untilIdle(idle, before);
  return {
    tally: site.tally,
    handles: { before: before.handles, after: after.handles },
    filesMb: { before: before.filesMb, after: after.filesMb },
  };
}

async function storeFiles(visitor: Visitor): Promise<StoredFile[]> {
  const token = await logIn(visitor, firstAdmin.email);
  const stored: StoredFile[] = [];
  for (const size of fileSizes) {
    const game = inventGame(visitor, `Kept ${size}`, size);
    await sendChunks(visitor, { token, game, chance: 0 });
    stored.push(await completeUpload(visitor, token, game));
  }
  return stored;
}

/** Lets everybody in, and resolves when all have left. */
async function letIn(
  site: Site,
  { files, emails, arriveMs }: { files: StoredFile[]; emails: string[]; arriveMs: number },
): Promise<void> {
  let number = 0;
  const visitors = (count: number) => Array.from({ length: count }, () => createVisitor(site, number++));
  await Promise.all([
    ...visitors(people.members).map((visitor, at) => browse(visitor, emails[at] ?? '', arriveMs)),
    ...visitors(people.downloads).map((visitor, at) =>
      downloadRepeatedly(visitor, { email: emails[at] ?? '', files, arriveMs }),
    ),
    ...visitors(people.admins).map((visitor, at) => administrate(visitor, firstAdmin.email, at)),
  ]);
}

interface Level {
  handles: number;
  filesMb: number;
}

/** Waits until the server has closed the connections and removed the deleted files. The rules judge what is left. */
async function untilIdle(measure: () => Level, before: Level): Promise<Level> {
  for (const deadline = Date.now() + mostQuietSeconds * 1000; ; await pause(500)) {
    const now = measure();
    const hasEnded = Number.isNaN(now.handles);
    const isIdle = now.handles <= before.handles + lateHandles && now.filesMb <= before.filesMb;
    if (isIdle || hasEnded || Date.now() > deadline) return now;
  }
}

function describe(sample: Sample): string {
  const { minute, residentMb, heapMb, handles, requestsPerSecond, cores, p99, problems } = sample;
  return (
    `minute ${minute.toFixed(0)}: ${residentMb.toFixed(0)} MB resident, heap ${heapMb.toFixed(0)} MB, ${handles} handles, ` +
    `${requestsPerSecond.toFixed(0)} requests/s, p99 ${p99.toFixed(0)} ms, ${cores.toFixed(2)} cores, ${problems} problems`
  );
}
