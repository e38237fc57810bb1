// Tests the batch list against a server with its two endpoints.
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NamedPlatform } from '@cellar/contract/games/rules/platform-guess.ts';
import type { UnfinishedUpload } from '@cellar/contract/transfer/uploads.endpoints.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ApiClient } from '#lib/api-client.ts';
import { createTestClient } from '#lib/test-client.ts';
import type { UploadRecord } from '../engine/upload-record.ts';
import { unfinishedUploadsQuery } from '../uploads.queries.ts';
import { type BatchState, batchStates, conflictKey } from './batch-entry.ts';
import { UploadBatch } from './upload-batch.ts';
import { runningKeys } from './use-batch.ts';

let server: Server;
let client: ApiClient;
let batch: UploadBatch;
let own: NamedPlatform[] | Promise<NamedPlatform[]>;
/** The requested URLs, the number of open requests, and their maximum. */
let asked: URL[];
let runningCalls: number;
let most: number;
let answer: (url: URL) => { status?: number; body: object };
let held: (() => void)[] | undefined;

beforeEach(async () => {
  [asked, runningCalls, most, held] = [[], 0, 0, undefined];
  answer = ordinary;
  let open = 0;
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://server');
    asked.push(url);
    open += 1;
    most = Math.max(most, open);
    const send = () => {
      open -= 1;
      reply(response, answer(url));
    };
    if (held) held.push(send);
    else setTimeout(send, 1);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  client = createTestClient(`http://127.0.0.1:${port}`);
  const call: typeof client.call = (...call) => {
    runningCalls += 1;
    return client.call(...call).finally(() => {
      runningCalls -= 1;
    });
  };
  own = [];
  batch = new UploadBatch({ api: { call }, ownPlatforms: async () => own, quietMs: 20, publishMs: 5 });
});
afterEach(async () => {
  // Prevents requests to the stopped server.
  batch.clear();
  await expect.poll(() => runningCalls).toBe(0);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Answers all held requests, and holds no more. */
function release(): void {
  const waiting = held ?? [];
  held = undefined;
  for (const send of waiting) send();
}

const games = new Map([['Known', ['Linux']]]);

function ordinary(url: URL) {
  const title = url.searchParams.get('title') ?? '';
  if (url.pathname.endsWith('/sanitize')) {
    const sanitizedTitle = title.replace(/[_ ]*[[(].*/, '');
    return { body: { title, sanitizedTitle, steps: [], isTooSlow: false } };
  }
  const platforms = games.get(title);
  const platformExists = platforms?.includes(url.searchParams.get('platform') ?? '') ?? false;
  return { body: { exists: platforms !== undefined, platformExists, gameId: platforms ? 'g1' : null } };
}

function reply(response: ServerResponse, { status = 200, body }: { status?: number; body: object }): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const file = (name: string, size = 10) => new File([new Uint8Array(size)], name, { lastModified: 1 });
const entry = (name: string) => {
  const found = batch.getSnapshot().entries.find((other) => other.file.name === name);
  if (!found) throw new Error(`${name} is not in the list`);
  return found;
};

/** Returns the states by file name: `ready as newGame`, `exists`, `checking` … */
function states(unfinished: UnfinishedUpload[] = [], running: string[] = []): Record<string, string> {
  const { entries } = batch.getSnapshot();
  const all = batchStates(entries, { running: new Set(running), unfinished });
  return Object.fromEntries(entries.map(({ file: { name } }, index) => [name, inWords(all[index])]));
}

function inWords(state: BatchState | undefined): string {
  if (state?.kind === 'ready') return `ready as ${state.as}`;
  return state?.kind === 'problem' ? state.problem : 'checking';
}

async function settled(): Promise<void> {
  const isAwaiting = () => batch.getSnapshot().entries.some(({ isAwaitingTitle }) => isAwaitingTitle);
  await expect.poll(isAwaiting, { interval: 2 }).toBe(false);
  await expect.poll(() => Object.values(states()), { interval: 2 }).not.toContain('checking');
}

describe('the own platforms', () => {
  const ps2 = { name: 'PlayStation 2', aliases: ['PS2'] };

  it('are guessed from file names, also if the list arrives late', async () => {
    const list = Promise.withResolvers<NamedPlatform[]>();
    own = list.promise;
    batch.add([file('Known [PS2].zip'), file('Other [PS2].zip'), file('Third [Linux].zip')]);
    expect(entry('Known [PS2].zip').choice).toBe('PlayStation');
    batch.change(entry('Other [PS2].zip').key, { choice: 'Xbox' });
    list.resolve([ps2]);
    await expect.poll(() => entry('Known [PS2].zip').choice).toBe('PlayStation 2');
    expect(entry('Other [PS2].zip').choice).toBe('Xbox');
    expect(entry('Third [Linux].zip').choice).toBe('Linux');
    await expect.poll(() => states()['Known [PS2].zip']).toBe('ready as newPlatform');
  });

  it('are not needed to add files', async () => {
    own = Promise.reject(new Error('the server is away'));
    batch.add([file('Other [PS2].zip')]);
    await expect.poll(() => states()).toEqual({ 'Other [PS2].zip': 'ready as newGame' });
    expect(entry('Other [PS2].zip').choice).toBe('PlayStation');
  });
});

describe('the list', () => {
  it('accepts each archive once, and states the reason for each refused file', () => {
    batch.add([file('a.zip'), file('readme.txt'), file('b.7z', 0)]);
    expect(batch.getSnapshot().refused).toEqual([
      { name: 'readme.txt', problem: 'fileWrong' },
      { name: 'b.7z', problem: 'fileEmpty' },
    ]);
    batch.add([file('a.zip'), file('c.rar')]);
    expect(batch.getSnapshot().refused).toEqual([{ name: 'a.zip', problem: 'fileTwice' }]);
    expect(batch.getSnapshot().entries.map(({ file: { name } }) => name)).toEqual(['a.zip', 'c.rar']);
  });

  it('guesses title and platform, and asks the server whether they are available', async () => {
    batch.add([file('Fresh [win].zip'), file('Known [linux].zip'), file('Known (mac).zip'), file('Who.zip')]);
    await settled();
    expect(states()).toEqual({
      'Fresh [win].zip': 'ready as newGame',
      'Known [linux].zip': 'exists',
      'Known (mac).zip': 'ready as newPlatform',
      'Who.zip': 'noPlatform',
    });
    expect(entry('Known (mac).zip')).toMatchObject({ title: 'Known', answer: { gameId: 'g1' } });
  });

  it('limits the number of simultaneous requests', async () => {
    held = [];
    batch.add(Array.from({ length: 30 }, (_, index) => file(`Game ${index} (linux).zip`)));
    await expect.poll(() => held?.length).toBe(2);
    release();
    await settled();
    expect(asked).toHaveLength(60);
    expect(most).toBe(2);
  });

  it('keeps its own title if the sanitization rules are unavailable', async () => {
    answer = (url) => (url.pathname.endsWith('/sanitize') ? { status: 500, body: {} } : ordinary(url));
    batch.add([file('Some_Game [win].zip')]);
    await settled();
    expect(entry('Some_Game [win].zip').title).toBe('Some Game [win]');
    expect(states()).toEqual({ 'Some_Game [win].zip': 'ready as newGame' });
  });

  it.each([
    ['typed', (key: number) => batch.change(key, { title: 'Mine' }), 'Mine'],
    ['held', (key: number) => batch.keepTitle(key), 'a [win]'],
  ])('does not replace a title that is %s when the rules answer', async (_, touch, title) => {
    held = [];
    batch.add([file('a [win].zip')]);
    await expect.poll(() => held?.length).toBe(1);
    touch(entry('a [win].zip').key);
    release();
    await settled();
    expect(entry('a [win].zip').title).toBe(title);
  });

  it('shows a received title at the latest when the user edits the entry', async () => {
    batch.add([file('a [win].zip')]);
    const { key } = entry('a [win].zip');
    await expect.poll(() => asked.length, { interval: 2 }).toBe(2);
    batch.keepTitle(key);
    const shown = batch.getSnapshot();
    expect(entry('a [win].zip').title).toBe('a');
    await settled();
    expect(shown.entries[0]?.title).toBe(entry('a [win].zip').title);
  });

  it('sends one request after fast typing, for the last text only', async () => {
    batch.add([file('a [win].zip')]);
    await settled();
    asked.length = 0;
    const { key } = entry('a [win].zip');
    for (const title of ['K', 'Kn', 'Kno', 'Know', 'Known']) batch.change(key, { title });
    batch.change(key, { choice: 'Linux' });
    await settled();
    expect(asked.map(({ search }) => search)).toEqual(['?title=Known&platform=Linux']);
    expect(states()).toEqual({ 'a [win].zip': 'exists' });
  });

  it('reports a failed check, and checks again', async () => {
    answer = (url) => (url.pathname.endsWith('/check') ? { status: 503, body: {} } : ordinary(url));
    batch.add([file('a [win].zip')]);
    await settled();
    expect(states()).toEqual({ 'a [win].zip': 'checkFailed' });
    answer = ordinary;
    batch.checkAgain();
    await settled();
    expect(states()).toEqual({ 'a [win].zip': 'ready as newGame' });
  });

  it('sets the platform of all entries that have none', async () => {
    batch.add([file('a [win].zip'), file('b.zip'), file('c.zip')]);
    batch.setPlatform('Mac');
    expect(batch.getSnapshot().entries.map(({ choice }) => choice)).toEqual(['Windows', 'Mac', 'Mac']);
  });

  it('stays empty when it is cleared during a check', async () => {
    held = [];
    batch.add([file('a [win].zip'), file('b [win].zip'), file('c [win].zip')]);
    await expect.poll(() => held?.length).toBe(2);
    batch.clear();
    // The answers are shown together, which changes nothing.
    const shown = new Promise<void>((resolve) => batch.subscribe(resolve));
    release();
    await shown;
    await expect.poll(() => runningCalls).toBe(0);
    expect(batch.getSnapshot()).toEqual({ entries: [], refused: [] });
    expect(asked).toHaveLength(2);
  });
});

describe('an entry of the list', () => {
  const unfinished = (more: Partial<UnfinishedUpload>): UnfinishedUpload => ({
    ...{
      uploadId: 'u',
      title: 'known',
      platform: 'Mac',
      gameId: null,
      replace: false,
      extra: null,
      fileName: 'Known (mac).zip',
    },
    ...{
      fileExtension: '.zip',
      fileSize: 10,
      chunkSize: 10,
      totalChunks: 1,
      storedChunks: 0,
      storedBytes: 0,
    },
    ...{
      startedAt: '2026-01-01T00:00:00Z',
      isSending: false,
      startedBy: null,
      touchedAt: '2026-01-01T00:00:00Z',
    },
    ...more,
  });

  const record: UploadRecord = {
    ...{ id: 'u', title: 'Known', platform: 'Mac', part: 'Mac', isExtra: false, fileName: 'Known (mac).zip' },
    ...{ fileSize: 10, totalChunks: 1, progress: 0, chunksCompleted: 0, currentChunk: 0, speed: 0 },
    ...{ status: 'uploading', startTime: 0 },
  };

  it('resumes its own unfinished upload, but not that of another file', async () => {
    batch.add([file('Known (mac).zip')]);
    await settled();
    const stateWith = (more: Partial<UnfinishedUpload>) => states([unfinished(more)])['Known (mac).zip'];
    expect(stateWith({})).toBe('ready as resume');
    expect(stateWith({ fileName: null })).toBe('ready as resume');
    expect(stateWith({ fileSize: 11 })).toBe('otherUnfinished');
    expect(stateWith({ fileName: 'other.zip' })).toBe('otherUnfinished');
    expect(stateWith({ platform: 'Linux' })).toBe('ready as newPlatform');
  });

  it('conflicts with another entry or a running upload for the same game and platform', async () => {
    batch.add([file('Twin [win].zip'), file('TWIN (windows).zip'), file('Solo [win].zip')]);
    await settled();
    expect(states([], [conflictKey('solo', 'Windows')])).toEqual({
      'Twin [win].zip': 'twice',
      'TWIN (windows).zip': 'twice',
      'Solo [win].zip': 'uploading',
    });
  });

  it('conflicts with no extra of the same game and platform', async () => {
    batch.add([file('Known (mac).zip')]);
    await settled();
    const manual = { kind: 'manual', name: 'Manual', version: '', platform: 'Mac', note: '' } as const;
    expect(states([unfinished({ extra: manual })])['Known (mac).zip']).toBe('ready as newPlatform');
    const ofBoth = [unfinished({}), unfinished({ uploadId: 'v', extra: manual })];
    expect(states(ofBoth)['Known (mac).zip']).toBe('ready as resume');
    const records = [true, false].map((isExtra) => ({ ...record, isExtra }));
    expect(runningKeys({ getSnapshot: () => records })).toEqual([conflictKey('Known', 'Mac')]);
  });

  it('is compared with the unfinished uploads of all pages', async () => {
    answer = ({ searchParams }) => {
      const page = Number(searchParams.get('page'));
      const uploads = [unfinished({ uploadId: `on page ${page}` })];
      return { body: { uploads, currentPage: page, totalPages: 3 } };
    };
    const query = unfinishedUploadsQuery(client, { page: 'all' });
    const { uploads } = await new QueryClient().fetchQuery(query);
    expect(uploads.map(({ uploadId }) => uploadId)).toEqual(['on page 1', 'on page 2', 'on page 3']);
  });

  it('learns soon that an upload is no longer sent, unless this page sends it', () => {
    const startedBy = { name: 'Admin', isYou: true };
    const data = { uploads: [unfinished({ isSending: true, startedBy })], currentPage: 1, totalPages: 1 };
    const intervalIf = (isHere: boolean) => {
      const { refetchInterval } = unfinishedUploadsQuery(client, { isHere: () => isHere });
      return typeof refetchInterval === 'function' && refetchInterval({ state: { data } } as never);
    };
    expect([intervalIf(true), intervalIf(false)]).toEqual([15_000, 3000]);
  });

  it.each([
    [{ title: ' ' }, 'noTitle'],
    [{ choice: '' }, 'noPlatform'],
    [{ choice: 'Linux (Version)' }, 'noVersion'],
    [{ choice: 'Linux (Version)', version: '../1' }, 'badVersion'],
  ])('with %o is not ready: %s', async (change, problem) => {
    batch.add([file('a [win].zip')]);
    batch.change(entry('a [win].zip').key, change);
    expect(states()).toEqual({ 'a [win].zip': problem });
  });
});
