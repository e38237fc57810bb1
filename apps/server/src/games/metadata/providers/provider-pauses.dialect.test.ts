// The pauses of a provider: as long as it requests, increasing after outages, on all nodes and across restarts.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { minuteMs } from '#platform/clock.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import { createTestDatabase } from '#test/test-database.ts';
import { type MetadataServer, startMetadataServer } from '../../../../../../test/metadata-server/server.ts';

let server: MetadataServer;
let app: TestApp;
beforeAll(async () => {
  server = await startMetadataServer();
  app = await buildApp({ env: server.env });
});
beforeEach(() => server.reset());
afterAll(async () => {
  await app.close();
  await server.close();
});

const steam = () => app.services.providers.get('steam');
/** Returns the length of Steam's pause after the latest failure, in seconds. */
async function pauseOfSteam(): Promise<number> {
  const { pausedUntil, lastErrorAt } = await app.services.database.db
    .selectFrom('metadataProviders')
    .select(['pausedUntil', 'lastErrorAt'])
    .where('id', '=', 'steam')
    .executeTakeFirstOrThrow();
  return Math.round((Date.parse(pausedUntil ?? '') - Date.parse(lastErrorAt ?? '')) / 1000);
}
const failureOf = (asking: Promise<unknown>) =>
  asking.then(
    () => expect.unreachable(),
    (error) => error,
  );

async function recover(): Promise<void> {
  server.reset();
  app.clock.advance(40 * minuteMs);
  await steam().search('portal');
  server.reset();
}

describe('a provider that asks for a pause', () => {
  it('gets no requests during the pause, not even urgent ones', async () => {
    server.behaviour.steam = { status: 429, retryAfter: '90' };
    const failure = await failureOf(steam().search('portal'));
    expect(failure).toMatchObject({ source: 'steam', kind: 'rate_limited' });
    expect(await pauseOfSteam()).toBe(90);
    server.reset();
    const refused = await failureOf(steam().search('portal', { isUrgent: true }));
    expect(refused).toMatchObject({ kind: 'paused', retryAt: failure.retryAt });
    expect(refused.message).toMatch(/received too many requests/);
    expect(server.asked).toEqual([]);
    app.clock.advance(91_000);
    expect(await steam().search('portal')).not.toEqual([]);
  });

  it('is retried within the call if the pause is short', async () => {
    server.behaviour.steam = { status: 429, retryAfter: '0', times: 2 };
    expect(await steam().search('portal')).not.toEqual([]);
    expect(server.asked.filter(({ path }) => path === '/api/storesearch/')).toHaveLength(3);
  });

  it('is paused for the period of its rate limit if it names no time', async () => {
    server.behaviour.steam = { status: 429 };
    await failureOf(steam().search('portal'));
    expect(await pauseOfSteam()).toBe(300);
    await recover();
  });

  it('gets no requests from another node or after a restart either', async () => {
    const database = await createTestDatabase();
    const first = await buildApp({ env: server.env, database, dataDir: app.dataDir });
    const second = await buildApp({ env: server.env, database, dataDir: app.dataDir });
    server.behaviour.rawg = { status: 429, retryAfter: '120' };
    await failureOf(first.services.providers.get('rawg').search('portal'));
    server.reset();
    expect(await failureOf(second.services.providers.get('rawg').search('portal'))).toMatchObject({
      kind: 'paused',
    });
    await first.close();
    const third = await buildApp({ env: server.env, database, dataDir: app.dataDir });
    expect(await failureOf(third.services.providers.get('rawg').search('portal'))).toMatchObject({
      kind: 'paused',
    });
    expect(server.asked).toEqual([]);
    third.clock.advance(121_000);
    expect(await third.services.providers.get('rawg').search('portal')).not.toEqual([]);
    await second.close();
    await third.close();
    await database.drop();
  });
});

describe('a provider with an outage', () => {
  it('is paused for twice as long each time, up to half an hour, until it answers', async () => {
    server.behaviour.steam = { status: 500 };
    const pauses: number[] = [];
    for (let time = 0; time < 12; time += 1) {
      const failure = await failureOf(steam().search('portal'));
      expect(failure.kind).toBe('unreachable');
      pauses.push(await pauseOfSteam());
      expect(await failureOf(steam().search('portal'))).toMatchObject({ kind: 'paused' });
      app.clock.advance((pauses.at(-1) ?? 0) * 1000 + 500);
    }
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 1800, 1800, 1800]);
    server.reset();
    await steam().search('portal');
    server.behaviour.steam = { status: 500 };
    await failureOf(steam().search('portal'));
    expect(await pauseOfSteam()).toBe(5);
    await recover();
  });

  it('is not paused for one strange answer, but for several in a row', async () => {
    const strange = async () => {
      server.behaviour.steam = { html: true };
      return failureOf(steam().search('portal'));
    };
    for (let time = 0; time < 2; time += 1) expect(await strange()).toMatchObject({ retryAt: null });
    server.reset();
    expect(await steam().search('portal')).not.toEqual([]);
    server.behaviour.steam = { hugeBytes: 5_000_000 };
    expect(await failureOf(steam().search('portal'))).toMatchObject({ kind: 'too_large', retryAt: null });
    for (let time = 0; time < 2; time += 1) await strange();
    expect(await strange()).toMatchObject({ kind: 'paused' });
    await recover();
  });

  it('still gets urgent requests', async () => {
    server.behaviour.steam = { cut: true };
    await failureOf(steam().search('portal'));
    server.reset();
    expect(await steam().search('portal', { isUrgent: true })).not.toEqual([]);
    expect(await steam().search('portal'), 'other requests succeed afterwards').not.toEqual([]);
  });

  it('is paused as for one failure after concurrent failures', async () => {
    server.behaviour.steam = { status: 500, delayMs: 400 };
    const failures = await Promise.all([1, 2, 3, 4].map(() => failureOf(steam().search('portal'))));
    expect(failures.map(({ kind }) => kind)).toEqual(Array(4).fill('unreachable'));
    app.clock.advance(6_000);
    await failureOf(steam().search('portal'));
    expect(await pauseOfSteam()).toBe(10);
    await recover();
  });

  it('does not pause the others', async () => {
    server.behaviour.steam = { status: 500 };
    await failureOf(steam().search('portal'));
    for (const id of ['igdb', 'rawg'] as const) {
      expect(await app.services.providers.get(id).search('portal')).not.toEqual([]);
    }
    await recover();
  });

  it('is not paused if only the caller canceled the request', async () => {
    server.behaviour.steam = { delayMs: 2_000 };
    const caller = new AbortController();
    setTimeout(() => caller.abort(new Error('enough')), 20);
    await expect(steam().search('portal', { signal: caller.signal })).rejects.toThrow('enough');
    server.reset();
    expect(await steam().search('portal')).not.toEqual([]);
  });

  it('is reported as slow by a test that times out, also during a short pause', async () => {
    for (const behaviour of [{ delayMs: 2_000 }, { status: 429, retryAfter: '2' }]) {
      server.behaviour.steam = behaviour;
      const { ok, message } = await steam().check({ signal: AbortSignal.timeout(150) });
      expect([ok, message]).toEqual([false, 'Steam takes too long. Try again later.']);
    }
  });
});

describe('a picture of a provider', () => {
  it('is fetched, checked and stored like an uploaded one', async () => {
    const { artwork } = app.services;
    const details = await steam().details('220');
    const kept = await artwork.fetchPicture(details?.coverUrls[0] ?? '');
    expect(kept).toMatchObject({ width: 300, height: 450, url: expect.stringMatching(/^\/api\/artwork\//) });
    expect((await app.visitor.fetch(kept.url)).headers.get('content-type')).toBe('image/webp');
  });

  it('is refused if it is invalid, too large or at a forbidden address', async () => {
    const { artwork } = app.services;
    const url = `${server.url}/store_item_assets/steam/apps/220/header.jpg`;
    const cases = [
      [{ html: true }, { kind: 'bad_answer' }],
      [{ hugeBytes: 100 }, { kind: 'bad_answer' }],
      [{ cut: true }, { kind: 'unreachable' }],
      [{ redirectTo: 'https://169.254.169.254/' }, { kind: 'refused_address' }],
      [{ broken: true }, { code: 'image_damaged' }],
    ] as const;
    for (const [behaviour, expected] of cases) {
      server.behaviour.pictures = behaviour;
      await expect(artwork.fetchPicture(url), JSON.stringify(behaviour)).rejects.toMatchObject(expected);
    }
    server.reset();
    const hidden = `${server.url}/store_item_assets/steam/apps/1145360/library_600x900_2x.jpg`;
    await expect(artwork.fetchPicture(hidden)).rejects.toMatchObject({ kind: 'not_found' });
    await expect(artwork.fetchPicture('http://127.0.0.1:1/a.jpg')).rejects.toMatchObject({
      kind: 'refused_address',
    });
  });
});
