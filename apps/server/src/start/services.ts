// Creates all services. Each module of services/ uses the ones before it.
import type { FastifyBaseLogger } from 'fastify';
import { openDatabase } from '#db/database.ts';
import { migrate } from '#db/migrate.ts';
import { type Clock, systemClock } from '#platform/clock.ts';
import { createJobRows } from '#platform/job-rows.ts';
import { createScheduler } from '#platform/scheduler.ts';
import type { Config } from './config.ts';
import { createAccounts } from './services/accounts.ts';
import { createBackups } from './services/backups.ts';
import { createBulkChangeServices } from './services/bulk-changes.ts';
import { createCore, type Environment } from './services/core.ts';
import { createFolders } from './services/folders.ts';
import { listJobs } from './services/jobs.ts';
import { createLibrary } from './services/library.ts';
import { createLibraryFolderServices } from './services/library-folders.ts';
import { createMetadata } from './services/metadata.ts';
import { createMonitoring } from './services/monitoring.ts';
import { createNotifications } from './services/notifications.ts';
import { createRequests } from './services/requests.ts';
import { createStoredFiles } from './services/stored-files.ts';
import { createVirusScanning } from './services/virus-scans.ts';

export type Services = Awaited<ReturnType<typeof createServices>>;

interface Options {
  config: Config;
  log: FastifyBaseLogger;
  /** Tests pass a clock that they can move. */
  clock?: Clock;
  /** The longest delay in milliseconds before a mail that a stranger requested is written. 0 in tests. */
  laterMs?: number;
}

/** Opens and migrates the database, opens the storage, and builds every service. The caller must `close()` the result. */
export async function createServices({ config, log, clock = systemClock, laterMs = 1000 }: Options) {
  const database = openDatabase(config.database);
  try {
    await migrate(database.db, database.dialect);
    return await build({ config, log, clock, laterMs, database });
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function build(environment: Environment) {
  const core = await createCore(environment);
  const accounts = createAccounts(core);
  const library = createLibrary(core);
  const searchSoon = () => scheduler.runSoon('match-games');
  const metadata = createMetadata({ ...core, ...library }, searchSoon);
  const storedFiles = createStoredFiles({ ...core, ...accounts, ...library, ...metadata });
  const addSoon = () => {
    scheduler.runSoon('add-library-items');
    scheduler.runSoon('import-library-items');
  };
  const folders = createFolders({ ...core, ...library, ...metadata }, addSoon);
  const virusScanning = createVirusScanning({ ...core, ...library }, () =>
    scheduler.runSoon('scan-for-viruses'),
  );
  const notifications = createNotifications({ ...core, ...metadata });
  const requests = createRequests({ ...core, ...accounts, ...metadata });
  const backup = createBackups(core);
  const libraryFolders = createLibraryFolderServices({ ...core, ...library, ...metadata, ...folders }, () =>
    scheduler.runSoon('remove-library-folders'),
  );
  const removeSoon = () => scheduler.runSoon('remove-condemned-files');
  const bulkChanges = createBulkChangeServices({ ...core, ...library, ...metadata }, removeSoon);
  const services = {
    ...core,
    ...accounts,
    ...library,
    ...metadata,
    ...storedFiles,
    ...virusScanning,
    ...notifications,
    ...requests,
    ...backup,
    ...libraryFolders,
    ...folders,
    ...bulkChanges,
  };
  const jobs = listJobs(services);
  const jobRows = createJobRows(core);
  const monitoring = createMonitoring(services, jobs, jobRows);
  const { countJobFailure } = monitoring.metrics;
  const scheduler = createScheduler({ ...core, jobs, jobRows, onFailure: countJobFailure });

  let stopped: Promise<unknown> | undefined;
  /** Ends the background work, so that other nodes take over, while this one still answers requests. */
  function stopJobs(): Promise<unknown> {
    const { files, digests, matchJob, storageCheck, backups, libraryScans } = services;
    stopped ??= Promise.all([
      scheduler.stop(),
      files.close(),
      digests.close(),
      services.requestAnswers.close(),
      services.alertStreams.close(),
      services.push.close(),
      matchJob.close(),
      storageCheck.close(),
      backups.close(),
      libraryScans.close(),
      services.folderWatches.close(),
    ]);
    return stopped;
  }

  async function close(): Promise<void> {
    const jobsStopped = stopJobs();
    await services.catalogue.close();
    services.speeds.close();
    await services.downloads.close();
    await services.mails.close();
    await services.webhooks.close();
    await jobsStopped;
    await services.http.close();
    await services.webhookHttp.close();
    await services.pushHttp.close();
    await services.oidcHttp.guarded.close();
    await services.oidcHttp.open.close();
    await Promise.all([scheduler.release(), services.nodes.leave()]).catch((error) =>
      core.log.error({ err: error }, 'could not tell the other nodes that this one stops'),
    );
    await services.database.close();
  }

  return { ...services, ...monitoring, jobs, scheduler, stopJobs, close };
}
