// Measures the space that the library uses in its storage: by platform, and for everything else.
import type { StorageUsage } from '@cellar/contract/admin/storage.ts';
import type { Database } from '#db/database.ts';
import { databaseBytes } from '#db/database-bytes.ts';
import { whileUnchanged } from '#db/while-unchanged.ts';
import { createSingleFlight } from '#platform/single-flight.ts';
import type { Config } from '#start/config.ts';
import type { SettingsService } from '../settings.service.ts';
import type { TempFilesService } from '../temp-files.service.ts';
import type { StoragePlacesService } from './places/storage-places.service.ts';
import type { StorageCheckService } from './storage-check.service.ts';
import { sumByPlatform } from './stored-files.repository.ts';

interface Deps {
  config: Pick<Config, 'maxChunkBytes'>;
  database: Database;
  settings: SettingsService;
  places: StoragePlacesService;
  tempFiles: TempFilesService;
  check: StorageCheckService;
}

export type StorageUsageService = ReturnType<typeof createStorageUsage>;

export function createStorageUsage({ config, database, settings, places, tempFiles, check }: Deps) {
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
