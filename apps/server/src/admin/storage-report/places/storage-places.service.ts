// The used and free space of the storage and the data folder, recorded once a day for a forecast.
import { stat } from 'node:fs/promises';
import type { StoragePlace } from '@cellar/contract/admin/storage.ts';
import type { Database } from '#db/database.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { dayMs } from '#platform/durations.ts';
import { spaceIn } from '#platform/storage/disk/disk-room.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { Config } from '#start/config.ts';
import { measureStoredFiles } from '../stored-files.repository.ts';
import { fillRateOf } from './fill-rate.ts';
import * as repository from './storage-samples.repository.ts';

interface Deps {
  config: Pick<Config, 'storage' | 'dataDir'>;
  database: Database;
  storage: Storage;
  clock: Clock;
}

type Measured = Omit<StoragePlace, 'days' | 'pace'>;

export type StoragePlacesService = ReturnType<typeof createStoragePlaces>;

const recordedDays = 30;

export function createStoragePlaces(deps: Deps) {
  const { database, clock } = deps;
  const { db, longReads } = database;
  const today = () => isoAt(clock).slice(0, 10);
  const firstDay = () => isoAt(clock, -(recordedDays - 1) * dayMs).slice(0, 10);
  return {
    /** @throws StorageUnavailableError */
    async list(): Promise<StoragePlace[]> {
      const samples = await repository.listSamples(longReads, firstDay());
      return (await measurePlaces(deps)).map((measured) => {
        const days = samples.flatMap(({ place, ...day }) => (place === measured.place ? [day] : []));
        return { ...measured, days, pace: fillRateOf(days, measured.freeBytes) };
      });
    },

    /** A job: records today's values. A later run of the same day replaces them. */
    async record(): Promise<void> {
      const places = await measurePlaces(deps);
      await repository.replaceSamples(
        db,
        places.map(({ place, usedBytes }) => ({ place, day: today(), usedBytes })),
      );
      await repository.deleteSamplesBefore(db, firstDay());
    },
  };
}

/** @throws StorageUnavailableError */
async function measurePlaces(deps: Deps): Promise<Measured[]> {
  const { config, storage } = deps;
  // Fails if the disk of the storage is not mounted, where its folder would show the space of another disk.
  await storage.freeBytes();
  const holdsData = config.storage.kind === 'disk' && (await isOneDisk(config.storage.root, config.dataDir));
  const places = [await measureStorage(deps, holdsData)];
  if (holdsData) return places;
  return [
    ...places,
    { place: 'data', kind: 'disk', holdsData: true, ...(await measureDisk(config.dataDir)) },
  ];
}

async function measureStorage({ config, database }: Deps, holdsData: boolean): Promise<Measured> {
  if (config.storage.kind === 'disk')
    return { place: 'storage', kind: 'disk', holdsData, ...(await measureDisk(config.storage.root)) };
  const { bytes } = await measureStoredFiles(database.longReads);
  return { place: 'storage', kind: 's3', holdsData, usedBytes: bytes, freeBytes: null };
}

async function measureDisk(folder: string) {
  const { usedBytes, freeBytes } = await spaceIn(folder);
  return { usedBytes, freeBytes: Math.max(0, freeBytes) };
}

async function isOneDisk(one: string, other: string): Promise<boolean> {
  const [a, b] = [await stat(one), await stat(other)];
  return a.dev === b.dev;
}
