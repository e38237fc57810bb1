// A download is one activity with the correct state for any sequence of ranges, retries, parallel connections, HEAD and
// interrupted requests. Also covers clients that send no download id.
import { get } from 'node:http';
import { api } from '@cellar/contract/api.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#test/client.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import { getTicket } from '#test/sample-download.ts';
import { sharedApp } from '#test/shared-app.ts';
import { eventually } from '../../../../../test/waiting.ts';

// More than a socket buffers, so that bytes remain unsent when a client disconnects early.
const archive = sampleArchive(3_000_000);
const size = archive.length;

let game: Awaited<ReturnType<typeof createGame>>;
const app = sharedApp();

beforeAll(async () => {
  game = await createGame(app.services, await app.as('admin'), { archive });
});

interface Step {
  kind: 'range' | 'almost' | 'suffix' | 'two' | 'whole' | 'head' | 'unchanged' | 'changed' | 'beyond';
  start: number;
  length: number;
  /** Whether the request uses the session instead of the ticket. */
  isBySession: boolean;
  /** The number of bytes after which the client disconnects. */
  leavesAfter?: number | undefined;
  /** Whether the next step starts before this one ends. */
  isParallel: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    ...(['range', 'range', 'almost', 'almost', 'suffix', 'two', 'whole', 'head'] as const),
    ...(['unchanged', 'changed', 'beyond'] as const),
  ),
  start: fc.nat(size - 1),
  length: fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: size })),
  isBySession: fc.boolean(),
  leavesAfter: fc.option(fc.nat(size), { nil: undefined, freq: 3 }),
  isParallel: fc.boolean(),
});

/** All bytes except the first, in one request. */
const almost: Step = { kind: 'almost', start: 0, length: 1, isBySession: false, isParallel: false };

type Span = [start: number, endExclusive: number];

/** Returns the headers of a step, and the ranges of the file in its response. */
function ask(
  { kind, start, length }: Step,
  etag: string,
): { headers: Record<string, string>; spans: Span[] } {
  const end = Math.min(size, start + length);
  const range = `bytes=${start}-${end - 1}`;
  const whole: Span[] = [[0, size]];
  switch (kind) {
    case 'range':
      return { headers: { range }, spans: [[start, end]] };
    case 'almost':
      return { headers: { range: `bytes=1-${size - 1}` }, spans: [[1, size]] };
    case 'suffix':
      return { headers: { range: `bytes=-${length}` }, spans: [[size - length, size]] };
    case 'two': {
      const half = Math.floor(start / 2);
      return {
        headers: { range: `bytes=0-${half},${start}-${end - 1}` },
        spans: [
          [0, half + 1],
          [start, end],
        ],
      };
    }
    case 'unchanged':
      return { headers: { range, 'if-range': etag }, spans: [[start, end]] };
    case 'changed':
      return { headers: { range, 'if-range': '"another"' }, spans: whole };
    case 'beyond':
      return { headers: { range: `bytes=${size}-` }, spans: [] };
    default:
      return { headers: {}, spans: kind === 'head' ? [] : whole };
  }
}

/** Sends a request and reads the response, or disconnects early. Returns the number of bytes received. */
function fetchBytes(url: URL, { method = 'GET', headers = {}, leavesAfter }: FetchOptions): Promise<number> {
  return new Promise((resolve) => {
    let received = 0;
    const request = get(url, { agent: false, method, headers }, (response) => {
      response.on('data', (piece: Buffer) => {
        received += piece.length;
        if (leavesAfter !== undefined && received > leavesAfter) request.destroy();
      });
      response.on('error', () => undefined);
      response.on('close', () => resolve(received));
    });
    request.on('error', () => resolve(received));
  });
}

interface FetchOptions {
  method?: string;
  headers?: Record<string, string>;
  leavesAfter?: number | undefined;
}

const rowsOf = (member: Client) =>
  app.services.database.db
    .selectFrom('downloads')
    .selectAll()
    .where('userId', '=', member.account?.id ?? '')
    .orderBy('startedAt')
    .execute();

/** Waits until the server sends nothing and has recorded everything. Returns the member's downloads. */
async function recordedDownloads(member: Client) {
  return eventually(async () => {
    const { downloads } = (await member.call(api.activeDownloads)).body;
    expect(downloads.some(({ isSending }: { isSending: boolean }) => isSending)).toBe(false);
    await app.services.downloads.flushProgress();
    return rowsOf(member);
  });
}

const authorization = (member: Client) => ({ authorization: `Bearer ${member.account?.token}` });

describe('a download id', () => {
  it('is one activity with the correct state for any requests in any order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (schedule) => {
        const member = await app.as('member');
        const { url, downloadId } = await getTicket(member, game);
        const byTicket = new URL(url, app.url);
        const bySession = new URL(`/api/games/${game.id}/download/Windows?downloadId=${downloadId}`, app.url);
        const head = await app.visitor.fetch(url, { method: 'HEAD' });
        const [asked, certain] = [new Uint8Array(size), new Uint8Array(size)];
        let open: Promise<void>[] = [];
        for (const one of schedule) {
          const { headers, spans } = ask(one, head.headers.get('etag') ?? '');
          for (const span of spans) asked.fill(1, ...span);
          const fetching = fetchBytes(one.isBySession ? bySession : byTicket, {
            method: one.kind === 'head' ? 'HEAD' : 'GET',
            headers: { ...headers, ...(one.isBySession ? authorization(member) : {}) },
            leavesAfter: one.leavesAfter,
          }).then((received) => {
            // The count includes the boundaries of a multipart response, so it is certain only for a complete response.
            const [first] = spans;
            const isAll = one.leavesAfter === undefined;
            if (isAll) for (const span of spans) certain.fill(1, ...span);
            else if (first && spans.length === 1) certain.fill(1, first[0], first[0] + received);
          });
          open.push(fetching);
          if (one.isParallel) continue;
          await Promise.all(open);
          open = [];
        }
        await Promise.all(open);

        const rows = await recordedDownloads(member);
        expect(rows).toHaveLength(1);
        const [row] = rows;
        const sum = (flags: Uint8Array) => flags.reduce((all, flag) => all + flag, 0);
        expect(row?.bytesSent).toBeGreaterThanOrEqual(sum(certain));
        expect(row?.bytesSent).toBeLessThanOrEqual(sum(asked));
        expect(row?.status).toBe(row?.bytesSent === size ? 'completed' : 'in_progress');
      }),
      { numRuns: 12, examples: [[[almost]], [[almost, { ...almost, kind: 'range' }]]] },
    );
  });
});

describe('a session without a download id', () => {
  const path = () => new URL(`/api/games/${game.id}/download/Windows`, app.url);

  it('starts no activity with requests that send no bytes', async () => {
    const member = await app.as('member');
    const headers = authorization(member);
    const { headers: facts } = await member.fetch(path().pathname, { method: 'HEAD' });
    const refused: Record<string, string>[] = [
      { 'if-none-match': facts.get('etag') ?? '' },
      { range: `bytes=${size}-` },
    ];
    for (const extra of refused) {
      await fetchBytes(path(), { headers: { ...headers, ...extra } });
    }
    await fetchBytes(new URL('?downloadId=named', path()), { method: 'HEAD', headers });
    expect(await recordedDownloads(member)).toEqual([]);
  });

  it('is one activity for all ranges and connections, and a new one after completion', async () => {
    const member = await app.as('member');
    const headers = authorization(member);
    const piece = (range: string) => fetchBytes(path(), { headers: { ...headers, range } });
    await Promise.all([
      piece('bytes=0-999999'),
      piece('bytes=1000000-1999999'),
      piece('bytes=2000000-2000009'),
    ]);
    expect(await recordedDownloads(member)).toMatchObject([{ bytesSent: 2_000_010, status: 'in_progress' }]);
    await piece('bytes=2000010-');
    expect(await recordedDownloads(member)).toMatchObject([{ bytesSent: size, status: 'completed' }]);
    expect(await fetchBytes(path(), { headers })).toBe(size);
    expect(await recordedDownloads(member)).toMatchObject([{ status: 'completed' }, { status: 'completed' }]);
  });

  it('is a new activity after a cancellation and after a day', async () => {
    const member = await app.as('member');
    const piece = () => fetchBytes(path(), { headers: { ...authorization(member), range: 'bytes=0-9' } });
    await piece();
    const [first] = await recordedDownloads(member);
    await member.call(api.cancelDownload, { params: { downloadId: first?.clientId ?? '' } });
    await piece();
    await piece();
    expect(await recordedDownloads(member)).toMatchObject([{ status: 'failed' }, { status: 'in_progress' }]);
    app.clock.advance(25 * 3600_000);
    await piece();
    expect(await recordedDownloads(member)).toHaveLength(3);
  });
});
