// An upload, an edit, a cheat file and a deletion, while the disk fills up, or fails, at one change of a file after another:
// each request is done or refused with words, what was acknowledged is there, and the rest succeeds without a restart once
// the disk works again.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@cellar/contract/api.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startCellar } from '#test/cellar-command.ts';
import type { Answer, Client } from '#test/client.ts';
import { sampleArchive } from '#test/factories.ts';
import { chunkNumbersOf, complete, type SampleUpload, sampleUpload, sendChunk } from '#test/sample-upload.ts';
import { processMs, type ServerProcess, startServer } from '#test/server-process.ts';
import { sha256 } from '#test/traces.ts';
import { addCheat, downloadCheat } from '../extras-and-cheats.ts';
import { readZip } from '../zips.ts';
import {
  canPreload,
  type FailingWrites,
  prepareFailingWrites,
  type WriteError,
} from './preloaded-library.ts';

/** At how many of the changes the disk fails. `npm run test:faults` sets more than there are, so that it fails at each. */
const places = Number(process.env.WRITE_FAULTS ?? 20);

const pauseMs = 300;

let home: string;
let dataDir: string;
let writes: FailingWrites;
let server: ServerProcess;
let admin: Client;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'cellar-writes-'));
  dataDir = join(home, 'data');
  await mkdir(dataDir);
  writes = prepareFailingWrites(home, dataDir);
  // If an upload's lease can't be given up because of the disk, the next completion waits until it has expired.
  server = await startServer({ dataDir, env: writes.env, hurry: { since: Date.now(), times: 8 } });
  admin = await server.logIn();
});
afterEach(async () => {
  await server?.kill();
  writes?.close();
  if (home) await rm(home, { recursive: true, force: true });
});

/** What the client wants to have done. Each step is repeated until it is acknowledged. */
class Round {
  readonly upload: SampleUpload = sampleUpload({ archive: sampleArchive(250_000), chunkSize: 100_000 });
  readonly doomed: string;
  readonly cheat = sampleArchive(40_000);
  readonly #chunks = new Set<number>();
  #id = '';
  #isEdited = false;
  #cheatId = '';
  #isDeleted = false;
  /** The answers that were refusals. */
  readonly refusals: Answer[] = [];

  /** `doomed`: the id of a game to delete. */
  constructor(doomed: string) {
    this.doomed = doomed;
  }

  /** Takes every step that has not been acknowledged yet. */
  async go(): Promise<void> {
    for (const number of chunkNumbersOf(this.upload)) {
      if (this.#chunks.has(number)) continue;
      if (this.#isDone(await sendChunk(admin, this.upload, number), 200)) this.#chunks.add(number);
    }
    if (!this.#id && this.#chunks.size === chunkNumbersOf(this.upload).length) {
      const answer = await complete(admin, this.upload);
      if (this.#isDone(answer, 201)) this.#id = answer.body._id;
    }
    const params = { id: this.#id };
    if (this.#id && !this.#isEdited) {
      const answer = await admin.call(api.editGame, { params, json: { description: this.upload.title } });
      this.#isEdited = this.#isDone(answer, 200);
    }
    if (this.#id && !this.#cheatId) {
      const answer = await addCheat(admin, this.#id, { file: this.cheat, fileName: 'mod.exe' });
      if (this.#isDone(answer, 201)) this.#cheatId = answer.body._id;
    }
    if (!this.#isDeleted) {
      const answer = await admin.call(api.deleteGame, { params: { id: this.doomed } });
      this.#isDeleted = this.#isDone(answer, 200);
    }
  }

  #isDone(answer: Answer, status: number): boolean {
    if (answer.status === status) return true;
    this.refusals.push(answer);
    return false;
  }

  /** Returns the id of the new game, whose files are compared. */
  async expectDone(): Promise<string> {
    expect([this.#isEdited, this.#isDeleted]).toEqual([true, true]);
    const params = { id: this.#id };
    const { body } = await admin.call(api.getGame, { params });
    expect([body.title, body.description]).toEqual([this.upload.title, this.upload.title]);
    expect(body.cheatFiles.map(({ _id }: { _id: string }) => _id)).toEqual([this.#cheatId]);
    const file = await admin.fetch(`/api/games/${this.#id}/download/Windows`);
    expect(sha256(Buffer.from(await file.arrayBuffer()))).toBe(sha256(this.upload.archive));
    const entries = readZip(await downloadCheat(admin, this.#id, this.#cheatId));
    expect(entries.map(({ bytes }) => sha256(bytes))).toContain(sha256(this.cheat));
    expect((await admin.call(api.getGame, { params: { id: this.doomed } })).status).toBe(404);
    return this.#id;
  }
}

async function addGame(): Promise<string> {
  const upload = sampleUpload();
  for (const number of chunkNumbersOf(upload)) await sendChunk(admin, upload, number);
  return (await complete(admin, upload)).body._id;
}

/** The first round makes folders, and so more changes than later ones. */
async function changesOfARound(): Promise<{ changes: number; next: string }> {
  let next = await addGame();
  let changes = 0;
  for (let left = 2; left > 0; left -= 1) {
    const round = new Round(next);
    const before = writes.made();
    await round.go();
    changes = writes.made() - before;
    expect(round.refusals).toEqual([]);
    next = await round.expectDone();
  }
  return { changes, next };
}

/** Repeats what was refused, until it is done. */
async function goOn(round: Round): Promise<void> {
  const isOnlyWaiting = () => round.refusals.every(({ body }) => body.code === 'upload_completing');
  do {
    await sleep(round.refusals.length > 0 ? pauseMs : 0);
    round.refusals.length = 0;
    await round.go();
  } while (round.refusals.length > 0 && isOnlyWaiting());
  expect(codesOf(round)).toEqual([]);
}

function codesOf({ refusals }: Round): string[] {
  return refusals.map(({ status, body }) => `${status} ${body.code}`);
}

/** SQLite does not say why it could not flush. */
const expected: Record<WriteError, string[]> = {
  ENOSPC: ['507 storage_full', '503 unavailable'],
  EIO: ['503 unavailable'],
};

describe.skipIf(!canPreload).each(Object.keys(expected) as WriteError[])(
  'a disk that answers %s',
  (error) => {
    it('loses nothing, and everything continues when it works again', {
      timeout: 6 * processMs,
    }, async () => {
      let { changes, next } = await changesOfARound();
      const step = Math.max(1, changes / places);
      const refused: Record<string, number> = {};
      for (let at = Math.random() * step; at < changes; at += step) {
        const round = new Round(next);
        writes.failAfter(Math.floor(at), error);
        await round.go();
        writes.heal();
        for (const code of codesOf(round)) {
          expect(expected[error], `after ${Math.floor(at)} changes`).toContain(code);
          refused[code] = (refused[code] ?? 0) + 1;
        }
        await goOn(round);
        next = await round.expectDone();
      }
      console.info('failing writes', { error, changes, places: Math.ceil(changes / step), refused });
      expect(refused[expected[error][0] as string]).toBeGreaterThan(0);
      expect(await server.stop()).toBe(0);
      const run = startCellar(['check', '--full'], { cwd: home, env: { DATA_DIR: dataDir } });
      expect(await run.ended).toEqual({ code: 0, err: '' });
    });
  },
);
