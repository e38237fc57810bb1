// The space of the storage, and its forecast.
import { statfs } from 'node:fs/promises';
import type { StoragePlace } from '@cellar/contract/admin/storage.endpoints.ts';
import { api } from '@cellar/contract/api.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { sharedApp, sharedClient } from '#test/shared-app.ts';
import { fillRateOf } from './storage-usage.service.ts';

const day = 24 * 3600_000;
const GB = 1024 ** 3;

const app = sharedApp();
const admin = sharedClient(app, 'admin');
beforeEach(async () => {
  await app.services.database.db.deleteFrom('storageSamples').execute();
});

async function place(): Promise<StoragePlace> {
  const { status, body } = await admin.call(api.getStorage);
  expect(status).toBe(200);
  expect(body.places).toHaveLength(1);
  const [found] = body.places;
  if (!found) throw new Error('there is no place');
  return found;
}

/** Records what was used on this many days before today. */
async function recordDays(usedOn: { ago: number; usedBytes: number }[]): Promise<void> {
  const rows = usedOn.map(({ ago, usedBytes }) => ({
    place: 'storage' as const,
    day: dayAgo(ago),
    usedBytes,
  }));
  await app.services.database.db.insertInto('storageSamples').values(rows).execute();
}

function dayAgo(days: number): string {
  return new Date(app.clock.now().getTime() - days * day).toISOString().slice(0, 10);
}

describe('the space of the storage', () => {
  it('is that of its disk, which also holds the data folder', async () => {
    const { blocks, bsize } = await statfs(app.dataDir);
    const found = await place();
    expect(found).toMatchObject({ place: 'storage', kind: 'disk', holdsData: true, days: [], pace: null });
    expect(found.usedBytes).toBeGreaterThan(0);
    expect(found.usedBytes + (found.freeBytes ?? 0)).toBeLessThanOrEqual(blocks * bsize);
  });

  it('is recorded once a day, and kept for 30 days', async () => {
    const record = () => app.services.storagePlaces.record();
    await recordDays([
      { ago: 30, usedBytes: 1 },
      { ago: 29, usedBytes: 2 },
    ]);
    await record();
    await record();
    const { days, usedBytes } = await place();
    expect(days.map((sample) => sample.day)).toEqual([dayAgo(29), dayAgo(0)]);
    expect(days[1]?.usedBytes).toBeGreaterThan(usedBytes / 2);
    expect(await app.services.database.db.selectFrom('storageSamples').selectAll().execute()).toHaveLength(2);
  });

  it('has a pace once enough days are recorded', async () => {
    const usedOn = Array.from({ length: limits.forecastDays - 1 }, (_, ago) => ({
      ago,
      usedBytes: 100 * GB - ago * GB,
    }));
    await recordDays(usedOn);
    expect((await place()).pace).toBeNull();
    await recordDays([{ ago: 20, usedBytes: 80 * GB }]);
    const { pace, freeBytes } = await place();
    expect(pace?.bytesPerDay).toBe(GB);
    expect(pace?.fullInDays).toBe(Math.floor((freeBytes ?? 0) / GB));
  });

  it('is not shown to members', async () => {
    expect((await (await app.as('member')).call(api.getStorage)).status).toBe(403);
  });
});

describe('the pace of a place', () => {
  const samples = (used: (at: number) => number) =>
    Array.from({ length: 30 }, (_, at) => ({ day: dayAgo(29 - at), usedBytes: used(at) }));

  it('is hardly changed by one unusual day', () => {
    const { bytesPerDay = 0 } =
      fillRateOf(
        samples((at) => at * 1000 + (at === 15 ? 5000 : 0)),
        1e6,
      ) ?? {};
    expect(Math.abs(bytesPerDay - 1000)).toBeLessThan(20);
  });

  it('has no end if the used space shrinks or there is no limit', () => {
    expect(
      fillRateOf(
        samples((at) => 50_000 - at * 1000),
        1e6,
      ),
    ).toEqual({ bytesPerDay: -1000, fullInDays: null });
    expect(
      fillRateOf(
        samples(() => 7),
        1e6,
      ),
    ).toEqual({ bytesPerDay: 0, fullInDays: null });
    expect(
      fillRateOf(
        samples((at) => at * 1000),
        null,
      ),
    ).toEqual({ bytesPerDay: 1000, fullInDays: null });
  });

  it('is at its end on a full disk', () => {
    expect(
      fillRateOf(
        samples((at) => at * 1000),
        0,
      )?.fullInDays,
    ).toBe(0);
  });
});
