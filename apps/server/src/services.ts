// The composition root: builds every service from what it needs. The order is the dependency graph, read downwards.
import type { FastifyBaseLogger } from 'fastify';
import { createArtworkService } from '#features/artwork/artwork.service.ts';
import { createAuthService } from '#features/auth/auth.service.ts';
import { createDownloadsService } from '#features/downloads/downloads.service.ts';
import { createFilesService } from '#features/files/files.service.ts';
import { createGamesService } from '#features/games/games.service.ts';
import { createSettingsService } from '#features/settings/settings.service.ts';
import { createSetupService } from '#features/site/setup.service.ts';
import { createUploadsService } from '#features/uploads/uploads.service.ts';
import { createUsersService } from '#features/users/users.service.ts';
import { type Clock, systemClock } from '#platform/clock.ts';
import { createScheduler, type Job } from '#platform/scheduler.ts';
import { createDiskStorage } from '#platform/storage/disk-storage.ts';
import type { Config } from './config.ts';
import { type Database, openDatabase } from './db/database.ts';
import { migrate } from './db/migrate.ts';

export type Services = Awaited<ReturnType<typeof createServices>>;

interface World {
  config: Config;
  log: FastifyBaseLogger;
  /** Tests move it. */
  clock?: Clock;
}

/** Opens database and storage, migrates, and wires. Whoever calls it must `close()` it. */
export async function createServices({ config, log, clock = systemClock }: World) {
  const database = openDatabase(config.database);
  try {
    await migrate(database.db, database.dialect);
    return await wire(database, { config, log, clock });
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function wire(database: Database, { config, log, clock }: Required<World>) {
  const { db } = database;
  const storage = await createDiskStorage(config.storageDir);
  const { maxChunkBytes, dataDir } = config;

  const settings = createSettingsService(db, { siteName: config.siteName, registrationEnabled: false });
  const users = createUsersService({ db, clock });
  const auth = createAuthService({ db, clock, users });
  const setup = createSetupService({ db, dataDir, users, auth, settings });
  const artwork = createArtworkService(dataDir);
  const files = createFilesService({ db, storage, clock, log });
  const games = createGamesService({ db, files, clock });
  const uploads = createUploadsService({ db, storage, games, files, clock, maxChunkBytes, log });
  const downloads = createDownloadsService({ db, storage, games, files, clock, log });

  const jobs: Job[] = [
    { name: 'digest-files', schedule: '0 * * * * *', run: files.digestFiles },
    { name: 'remove-condemned-files', schedule: '30 */5 * * * *', run: files.removeCondemned },
    { name: 'tidy-downloads', schedule: '15 * * * * *', run: downloads.tidy },
    {
      name: 'forget-completed-uploads',
      schedule: '0 10 4 * * *',
      run: uploads.forgetCompleted,
    },
    {
      name: 'remove-expired-sessions',
      schedule: '0 20 4 * * *',
      run: auth.removeExpiredSessions,
    },
  ];
  const scheduler = createScheduler({ db, clock, log, jobs });

  return {
    ...{
      database,
      storage,
      settings,
      users,
      auth,
      setup,
      artwork,
      files,
      games,
      uploads,
      downloads,
      scheduler,
    },
    async close(): Promise<void> {
      await scheduler.stop();
      await downloads.close();
      await database.close();
    },
  };
}
