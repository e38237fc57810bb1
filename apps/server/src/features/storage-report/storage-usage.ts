// Measures the space that the library uses in its storage: by platform, by game, and for everything else.
import type { StorageUsage } from '@cellar/contract/storage.ts';
import type { Database } from '#db/database.ts';
import { databaseBytes } from '#db/database-bytes.ts';
import type { TempFilesService } from '#features/temp-files/temp-files.service.ts';
import { createYielder } from '#platform/event-loop.ts';
import { createSingleFlight } from '#platform/single-flight.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { StorageCheckService } from './storage-check.service.ts';
import { listStoredFiles, listTitles } from './stored-files.repository.ts';

interface Amount {
  files: number;
  bytes: number;
}

interface Deps {
  database: Database;
  storage: Storage;
  tempFiles: TempFilesService;
  check: StorageCheckService;
}

const batch = 250;
const largest = 10;

export type StorageUsageService = ReturnType<typeof createStorageUsage>;

export function createStorageUsage({ database, storage, tempFiles, check }: Deps) {
  const { db } = database;
  const measuring = createSingleFlight<StorageUsage>();

  async function sumUp() {
    const yieldIfDue = createYielder();
    const total: Amount = { files: 0, bytes: 0 };
    const inPlace: Amount = { files: 0, bytes: 0 };
    const [platforms, games] = [new Map<string, Amount>(), new Map<string, Amount>()];
    for (let after = ''; ; ) {
      const files = await listStoredFiles(db, after, batch);
      for (const { fileSize, platform, gameId, libraryItemId } of files) {
        if (libraryItemId !== null) {
          add(inPlace, fileSize);
          continue;
        }
        add(total, fileSize);
        add(amountOf(platforms, platform), fileSize);
        add(amountOf(games, gameId), fileSize);
      }
      if (files.length < batch) return { total, inPlace, platforms, games };
      after = files.at(-1)?.storageKey ?? '';
      await yieldIfDue();
    }
  }

  async function measure(): Promise<StorageUsage> {
    const { total, inPlace, platforms, games } = await sumUp();
    const top = largestOf(games, largest);
    const titles = await listTitles(
      db,
      top.map(([gameId]) => gameId),
    );
    const temp = await tempFiles.listTempFiles();
    const freeBytes = await storage.freeBytes();
    return {
      files: total,
      inPlace,
      temp: { files: temp.files.length, bytes: temp.totalBytes },
      artwork: await check.measuredArtwork(),
      databaseBytes: await databaseBytes(database),
      freeBytes: freeBytes === undefined ? null : Math.max(0, freeBytes),
      platforms: largestOf(platforms, platforms.size).map(([platform, amount]) => ({ platform, ...amount })),
      largestGames: top.map(([gameId, amount]) => ({ gameId, title: titles.get(gameId) ?? '', ...amount })),
    };
  }

  return { measure: () => measuring.run(measure) };
}

function amountOf(amounts: Map<string, Amount>, key: string): Amount {
  const amount = amounts.get(key) ?? { files: 0, bytes: 0 };
  amounts.set(key, amount);
  return amount;
}

function add(amount: Amount, bytes: number): void {
  amount.files += 1;
  amount.bytes += bytes;
}

type Entry = [key: string, amount: Amount];

/** Returns the largest entries, largest first, without sorting all of 100,000 games, which would take too long. */
function largestOf(amounts: Map<string, Amount>, count: number): Entry[] {
  const top: Entry[] = [];
  for (const entry of amounts) {
    const last = top.at(-1);
    if (top.length === count && last && comesBefore(last, entry)) continue;
    const at = top.findIndex((other) => comesBefore(entry, other));
    top.splice(at < 0 ? top.length : at, 0, entry);
    if (top.length > count) top.pop();
  }
  return top;
}

function comesBefore([a, { bytes: x }]: Entry, [b, { bytes: y }]: Entry): boolean {
  return x === y ? a < b : x > y;
}
