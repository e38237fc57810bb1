// What limits mean for files that nginx or the object store would send.
import { afterEach, beforeAll, expect, it } from 'vitest';
import { minuteMs } from '#platform/clock.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import {
  askTicket,
  getTicket,
  limitsUseOf,
  removeSiteLimits,
  setOwnLimits,
  setSiteLimits,
} from '#test/sample-download.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';

const size = 50_000;
const through = { 'x-forwarded-for': '192.0.2.7', 'x-sendfile-type': 'X-Accel-Redirect' };

let game: Awaited<ReturnType<typeof createGame>>;
const app = sharedApp({ env: { ACCEL: 'nginx:/internal/files', TRUST_PROXY: 'loopback' } });
const admin = sharedClient(app, 'admin');

beforeAll(async () => {
  game = await createGame(app.services, admin, { archive: sampleArchive(size) });
});
afterEach(() => removeSiteLimits(admin));

async function ask(url: string, headers: Record<string, string> = {}) {
  const response = await app.visitor.fetch(url, { headers: { ...through, ...headers } });
  const bytes = (await response.arrayBuffer()).byteLength;
  const [address, rate] = ['x-accel-redirect', 'x-accel-limit-rate'].map((name) =>
    response.headers.get(name),
  );
  return { status: response.status, bytes, isHandedOver: address !== null, rate: rate && Number(rate) };
}

it('bytes that are handed over count once, as if Cellar had sent them', async () => {
  const member = await app.as('member');
  await setOwnLimits(admin, member, { bytesPerPeriod: 1.5 * size });
  const { url } = await getTicket(member, game);
  await ask(url, { range: 'bytes=0-9999' });
  expect(await limitsUseOf(member)).toMatchObject({ bytes: 10_000, files: 1, reservedBytes: 40_000 });
  for (const _ of [1, 2])
    expect(await ask(url)).toMatchObject({ status: 200, isHandedOver: true, rate: null });
  expect(await limitsUseOf(member)).toMatchObject({ bytes: size, files: 1, reservedBytes: 0 });
  expect((await askTicket(member, game)).status).toBe(429);
});

it('nginx gets the share of a whole file in the speed, and Cellar sends ranges itself', async () => {
  const [a, b] = [await app.as('member'), await app.as('member')];
  await setSiteLimits(admin, { site: { bytesPerSecond: 900_000 }, members: { bytesPerSecond: 500_000 } });
  // What was handed over before counts no longer.
  app.clock.advance(3 * minuteMs);
  // Of the member's speed, which is lower than that of the site.
  expect(await ask((await getTicket(a, game)).url)).toMatchObject({ isHandedOver: true, rate: 500_000 });
  expect(await ask((await getTicket(a, game)).url)).toMatchObject({ rate: 250_000 });
  // Two members share the speed of the site.
  expect(await ask((await getTicket(b, game)).url)).toMatchObject({ rate: 450_000 });
  const range = await ask((await getTicket(b, game)).url, { range: 'bytes=0-99' });
  expect(range).toEqual({ status: 206, bytes: 100, isHandedOver: false, rate: null });
});

it('Cellar sends the files of members who may run only some downloads at once, because nginx does not tell when one ends', async () => {
  const member = await app.as('member');
  await setOwnLimits(admin, member, { downloadsAtOnce: 1 });
  expect(await ask((await getTicket(member, game)).url)).toMatchObject({ bytes: size, isHandedOver: false });
});
