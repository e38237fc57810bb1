// Creates all services: services/ has one module for each house.
import type { FastifyBaseLogger } from 'fastify';
import { openDatabase } from '#db/database.ts';
import { migrate } from '#db/migrate.ts';
import { type Clock, systemClock } from '#platform/clock.ts';
import { createJobRows, createScheduler } from '#platform/scheduler.ts';
import type { Config } from './config.ts';
import { createAdmin, createMonitoring } from './services/admin.ts';
import { createClub } from './services/club.ts';
import { createCore, type Environment } from './services/core.ts';
import { createFolders } from './services/folders.ts';
import { createGames } from './services/games.ts';
import { listJobs } from './services/jobs.ts';
import { createMessages } from './services/messages.ts';
import { createPeople } from './services/people.ts';
import { createTransfer } from './services/transfer.ts';

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
  const soon =
    (...jobs: string[]) =>
    () => {
      for (const name of jobs) scheduler.runSoon(name);
    };
  const searching = { searchSoon: soon('match-games'), removeSoon: soon('remove-condemned-files') };
  const withGames = { ...core, ...createGames(core, searching) };
  const withMessages = { ...withGames, ...createMessages(withGames) };
  const withTransfer = { ...withMessages, ...createTransfer(withMessages, soon('scan-for-viruses')) };
  const withClub = { ...withTransfer, ...createClub(withTransfer) };
  const withPeople = { ...withClub, ...createPeople(withClub) };
  const adding = {
    addSoon: soon('add-library-items', 'import-library-items'),
    removeSoon: soon('remove-library-folders'),
  };
  const services = {
    ...withPeople,
    ...createFolders(withPeople, adding),
    ...createAdmin(withPeople),
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
