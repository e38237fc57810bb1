// How many connections one download and one member may have open, of clients that read nothing.
import { api } from '@cellar/contract/api.ts';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#test/client.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import { getTicket, type HeldDownload, holdDownload } from '#test/sample-download.ts';
import { sharedApp } from '#test/shared-app.ts';
import { openFilesUnder } from '#test/traces.ts';
import { eventually } from '../../../../../test/waiting.ts';

// Far more than the sockets buffer.
const archive = sampleArchive(24 * 1024 * 1024);
const firstByte = { headers: { range: 'bytes=0-0' } };

let game: Awaited<ReturnType<typeof createGame>>;
let held: HeldDownload[] = [];
const app = sharedApp();

beforeAll(async () => {
  game = await createGame(app.services, await app.as('admin'), { archive });
});
afterEach(async () => {
  for (const { leave } of held) leave();
  held = [];
  await eventually(async () => expect(await openFilesUnder(app.dataDir)).toEqual([]));
});

async function addressOf(client: Client): Promise<string> {
  return new URL((await getTicket(client, game)).url, app.url).href;
}

async function hold(url: string, count: number, headers: Record<string, string> = {}): Promise<void> {
  const all = await Promise.all(
    Array.from({ length: count }, (_, at) => holdDownload(url, { ...headers, range: `bytes=${at * 1000}-` })),
  );
  held.push(...all);
}

describe('connections that read nothing', () => {
  it('are refused beyond 32 of one download, before a file is opened, until one is closed', async () => {
    const member = await app.as('member');
    const url = await addressOf(member);
    await hold(url, 32);
    const refused = await app.visitor.fetch(url);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ code: 'too_many_requests' });
    expect(await openFilesUnder(app.dataDir)).toHaveLength(32);
    expect((await app.visitor.fetch(url, { method: 'HEAD' })).status, 'without bytes').toBe(200);
    expect((await app.visitor.fetch(await addressOf(member), firstByte)).status, 'another download').toBe(
      206,
    );
    held[0]?.leave();
    await eventually(async () => expect((await app.visitor.fetch(url, firstByte)).status).toBe(206));
  });

  it('are refused beyond 128 of one member, whatever is downloaded', async () => {
    const member = await app.as('member');
    for (const url of await Promise.all(Array.from({ length: 4 }, () => addressOf(member)))) {
      await hold(url, 32);
    }
    expect((await app.visitor.fetch(await addressOf(member), firstByte)).status).toBe(429);
    const path = api.download.path.replace(':id', game.id).replace(':platform', game.platform);
    expect((await member.fetch(path, firstByte)).status, 'by session').toBe(429);
    const other = await addressOf(await app.as('member'));
    expect((await app.visitor.fetch(other, firstByte)).status, 'another member').toBe(206);
  });

  it('of a session count together, too', async () => {
    const member = await app.as('member');
    const path = api.download.path.replace(':id', game.id).replace(':platform', game.platform);
    await hold(new URL(path, app.url).href, 32, { authorization: `Bearer ${member.account?.token}` });
    expect((await member.fetch(path, firstByte)).status).toBe(429);
  });
});

it('answers that are complete do not count, nor do refused ones', async () => {
  const url = await addressOf(await app.as('member'));
  for (let count = 0; count < 40; count += 1) {
    expect((await app.visitor.fetch(url, firstByte)).status).toBe(206);
    expect((await app.visitor.fetch(url, { headers: { range: 'bytes=99999999-' } })).status).toBe(416);
  }
});
