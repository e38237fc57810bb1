// The used and free space of the storage and the data folder, recorded once a day for a forecast.

import { stat } from 'node:fs/promises';
import type { StoragePlace, StorageUsage } from '@cellar/contract/admin/storage.endpoints.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { Database } from '#db/database.ts';
import { databaseBytes } from '#db/database-bytes.ts';
import { whileUnchanged } from '#db/while-unchanged.ts';
import type { Base } from '#platform/base.ts';
import { dayMs, isoAt } from '#platform/clock.ts';
import { createSingleFlight } from '#platform/shared-work.ts';
import { spaceIn } from '#platform/storage/disk/disk-room.ts';
import type { Config } from '#start/config.ts';
import type { SettingsService } from '../settings.service.ts';
import type { TempFilesService } from '../temp-files.service.ts';
import type { StorageCheckService } from './storage-check.service.ts';
import * as repository from './storage-samples.repository.ts';
import { measureStoredFiles, sumByPlatform } from './stored-files.repository.ts';

interface Deps extends Pick<Base, 'storage' | 'clock'> {
  config: Pick<Config, 'storage' | 'dataDir'>;
  database: Database;
}

type Measured = Omit<StoragePlace, 'days' | 'pace'>;

type StoragePlacesService = ReturnType<typeof createStoragePlaces>;

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

// How fast a place fills up.

interface Sample {
  day: string;
  usedBytes: number;
}

/**
 * Fits a line through the used bytes by day, so that one unusual day changes little. The used bytes tell more than the free ones,
 * which also change when the disk is enlarged.
 */
export function fillRateOf(samples: Sample[], freeBytes: number | null): StoragePlace['pace'] {
  const [first] = samples;
  if (!first || samples.length < limits.forecastDays) return null;
  const points = samples.map(({ day, usedBytes }) => ({
    x: (Date.parse(day) - Date.parse(first.day)) / dayMs,
    y: usedBytes - first.usedBytes,
  }));
  const x = mean(points.map((point) => point.x));
  const y = mean(points.map((point) => point.y));
  const spread = sum(points.map((point) => (point.x - x) ** 2));
  const bytesPerDay = Math.round(sum(points.map((point) => (point.x - x) * (point.y - y))) / spread);
  const isFilling = freeBytes !== null && bytesPerDay > 0;
  return { bytesPerDay, fullInDays: isFilling ? Math.floor(freeBytes / bytesPerDay) : null };
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values: number[]): number {
  return sum(values) / values.length;
}

// Measures the space that the library uses in its storage: by platform, and for everything else.

interface StorageUsageDeps {
  config: Pick<Config, 'maxChunkBytes'>;
  database: Database;
  settings: SettingsService;
  places: StoragePlacesService;
  tempFiles: TempFilesService;
  check: StorageCheckService;
}

export type StorageUsageService = ReturnType<typeof createStorageUsage>;

export function createStorageUsage({
  config,
  database,
  settings,
  places,
  tempFiles,
  check,
}: StorageUsageDeps) {
  const measuring = createSingleFlight<StorageUsage>();
  const sumAll = whileUnchanged(database.stamp, () => sumByPlatform(database.longReads), 1);

  async function measure(): Promise<StorageUsage> {
    const sums = await sumAll('');
    const stored = sums.filter(({ isInPlace }) => !isInPlace);
    const temp = await tempFiles.listTempFiles();
    return {
      files: total(stored),
      inPlace: total(sums.filter(({ isInPlace }) => isInPlace)),
      temp: { files: temp.files.length, bytes: temp.totalBytes },
      artwork: await check.measuredArtwork(),
      databaseBytes: await databaseBytes(database),
      places: await places.list(),
      platforms: stored.map(({ platform, files, bytes }) => ({ platform, files, bytes })),
      limits: {
        maxChunkBytes: config.maxChunkBytes,
        historyEntries: (await settings.get()).maxUserRetention,
      },
    };
  }

  return { measure: () => measuring.run(measure) };
}

interface Amount {
  files: number;
  bytes: number;
}

function total(amounts: Amount[]): Amount {
  return {
    files: amounts.reduce((sum, { files }) => sum + files, 0),
    bytes: amounts.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}
