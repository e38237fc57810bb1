// Creates all services: services/ has one module for each house.

import { dirname, resolve } from 'node:path';
import { plainName } from '@cellar/contract/folders/rules/library-files.ts';
import type { OwnPlatform } from '@cellar/contract/games/platforms.ts';
import type { PlatformAliases } from '@cellar/contract/games/rules/name-facts.ts';
import type { FastifyBaseLogger } from 'fastify';
import { createBackupScheduleService } from '#admin/backup/backup-schedule.service.ts';
import { createBackupsService } from '#admin/backup/backups.service.ts';
import { createHealthService, createSpaceWatch } from '#admin/monitoring/health.service.ts';
import { createMetricsService } from '#admin/monitoring/metrics.service.ts';
import { createChecklistService, createSetupService } from '#admin/setup.service.ts';
import { createDuplicates } from '#admin/storage-report/games/duplicates.service.ts';
import { createStorageGames } from '#admin/storage-report/games/storage-games.service.ts';
import {
  createOrphansService,
  createStorageCheckService,
} from '#admin/storage-report/storage-check.service.ts';
import { createStoragePlaces, createStorageUsage } from '#admin/storage-report/storage-usage.service.ts';
import { createTempFilesService } from '#admin/temp-files.service.ts';
import { openDatabase } from '#db/database.ts';
import { migrate } from '#db/migrate.ts';
import { createExportedGames } from '#folders/export/exported-games.service.ts';
import { createFolderEyes } from '#folders/folder-thread.ts';
import { createLibraryFolders } from '#folders/folders.service.ts';
import { createItemAdding } from '#folders/items/adding.service.ts';
import { createFolderContents } from '#folders/items/folder-contents.service.ts';
import { createItemsService } from '#folders/items/items.service.ts';
import { createLibraryPaths } from '#folders/library-paths.ts';
import { createItemSamples } from '#folders/scans/item-samples.service.ts';
import { createLibraryScans } from '#folders/scans/library-scans.service.ts';
import { createFolderChecks, createFolderWatches } from '#folders/watching/folder-watches.service.ts';
import { type Clock, systemClock } from '#platform/clock.ts';
import {
  createJobRows,
  createJobStates,
  createScheduler,
  inTurn,
  type Job,
  type JobRows,
  type Steps,
} from '#platform/scheduler.ts';
import { type Config, databaseDirOf } from './config.ts';
import { type Club, createClub } from './services/club.ts';
import { type Core, createCore, type Environment } from './services/core.ts';
import { createGames, type Games } from './services/games.ts';
import { createMessages, type Messages } from './services/messages.ts';
import { createPeople, type People } from './services/people.ts';
import { createTransfer, type Transfer } from './services/transfer.ts';
import { version } from './version.ts';

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

type Used = Core & Games & Messages & Club & People & Transfer & Folders & Admin;

/** Returns the background jobs. Schedules are cron patterns with seconds. The names are stored in the `jobs` table, so they must not change. */
function listJobs(used: Used): Job[] {
  const { database, files, artwork, mails, downloads } = used;
  return [
    { name: 'digest-files', schedule: '0 * * * * *', run: files.digestFiles },
    { name: 'digest-library-files', schedule: '10 * * * * *', run: files.digestFilesInPlace },
    { name: 'digest-library-zips', schedule: '20 * * * * *', run: files.digestZipsInPlace },
    { name: 'scan-for-viruses', schedule: '50 * * * * *', run: used.virusScans.scan },
    { name: 'remove-condemned-files', schedule: '30 */5 * * * *', run: files.removeMarkedFiles },
    { name: 'clean-up', schedule: '0 10 * * * *', run: inTurn(listCleanUps(used)) },
    { name: 'keep-room', schedule: '40 * * * * *', run: database.keepRoom },
    { name: 'back-up', schedule: '15 * * * * *', run: used.backupSchedule.runDue },
    { name: 'check-storage', schedule: '25 * * * * *', run: used.storageCheck.continueCheck },
    { name: 'record-storage', schedule: '5 7 * * * *', run: used.storagePlaces.record },
    { name: 'scan-library-folders', schedule: '*/10 * * * * *', run: used.libraryScans.startDue },
    { name: 'remove-library-folders', schedule: '*/15 * * * * *', run: used.libraryFolders.finishRemovals },
    { name: 'check-library-folders', schedule: '55 * * * * *', run: used.folderChecks.check },
    { name: 'watch-library-folders', schedule: '*/15 * * * * *', run: used.folderWatches.watch },
    { name: 'take-samples', schedule: '35 * * * * *', run: used.itemSamples.takeSamples },
    { name: 'describe-pictures', schedule: '45 * * * * *', run: artwork.describeOldPictures },
    { name: 'apply-exported-facts', schedule: '20 */2 * * * *', run: used.exportedGames.apply },
    { name: 'match-games', schedule: '*/15 * * * * *', run: used.matchJob.workOff },
    { name: 'add-library-items', schedule: '*/15 * * * * *', run: used.itemAdding.addInPlace },
    { name: 'import-library-items', schedule: '*/15 * * * * *', run: used.itemAdding.importItems },
    { name: 'tidy-downloads', schedule: '15 * * * * *', run: downloads.tidy },
    { name: 'send-digests', schedule: '1 * * * * *', run: used.digests.run },
    { name: 'fulfil-requests', schedule: '6 * * * * *', run: used.requestArrivals.run },
    { name: 'deliver-push-messages', schedule: '*/10 * * * * *', run: used.push.deliverDue },
    { name: 'tell-who-waits', schedule: '50 * * * * *', run: used.pendingApproval.run },
    { name: 'deliver-mails', schedule: '*/20 * * * * *', run: mails.deliverDue },
    { name: 'tell-webhooks-of-games', schedule: '11 * * * * *', run: used.newsWebhooks.run },
    { name: 'tell-of-stopped-uploads', schedule: '31 * * * * *', run: used.stoppedUploads.run },
    { name: 'watch-free-space', schedule: '41 * * * * *', run: used.spaceWatch.run },
    { name: 'deliver-webhooks', schedule: '*/20 * * * * *', run: used.webhooks.deliverDue },
  ];
}

/** Removes what is old or has expired. Hourly: strangers can create some of these rows, and a machine may be off at night. */
function listCleanUps(used: Used): Steps {
  return {
    'expired challenges': used.removeExpiredChallenges,
    'expired logins at providers': used.oidc.removeExpired,
    'ended rate limits': used.limiter.removeEnded,
    'expired sessions': used.auth.removeExpiredSessions,
    'expired links': used.links.removeExpired,
    invitations: used.invitations.beginAnew,
    'transfers of killed nodes': used.nodeShares.removeEnded,
    'old use of download limits': used.limits.forgetOldUse,
    'old changes of games': used.catalogue.trimChanges,
    'old bulk changes': used.bulkChanges.removeOld,
    'old audit entries': used.audit.removeOld,
    'old alerts': used.alerts.trim,
    'old emails': used.mails.removeOld,
    'old webhook deliveries': used.webhooks.removeOld,
    'completed uploads': used.uploads.forgetCompleted,
    'lost parts of uploads': used.uploads.discardLost,
    'forgotten files': used.files.discardForgotten,
    'unused pictures': used.artwork.sweep,
    'long download histories': () => used.downloadHistory.trim(),
    'hidden downloads': used.downloadHistory.forgetHidden,
  };
}

type Admin = ReturnType<typeof createAdmin>;

type AdminUsed = Core & Games & People & Transfer;

/** What admins look after: backups, the storage, the checklist, and the health of the server. */
function createAdmin(used: AdminUsed) {
  const tempFiles = createTempFilesService(used);
  const storageCheck = createStorageCheckService(used);
  const storagePlaces = createStoragePlaces(used);
  const backups = createBackupsService({ ...used, version });
  return {
    backups,
    backupSchedule: createBackupScheduleService({ ...used, backups }),
    checklist: createChecklistService(used),
    setup: createSetupService(used),
    tempFiles,
    storageCheck,
    storagePlaces,
    storageUsage: createStorageUsage({ ...used, places: storagePlaces, tempFiles, check: storageCheck }),
    storageGames: createStorageGames(used),
    duplicates: createDuplicates(used),
    orphans: createOrphansService(used),
    spaceWatch: createSpaceWatch({ ...used, databaseDir: databaseDirOf(used.config) }),
  };
}

/** Measures everything else, the background jobs included. */
function createMonitoring(used: AdminUsed & Admin, jobs: Job[], jobRows: JobRows) {
  const { storage } = used.config;
  const jobStates = createJobStates({ ...used, jobs, jobRows });
  const databaseDir = databaseDirOf(used.config);
  return {
    metrics: createMetricsService({ ...used, jobStates }),
    health: createHealthService({ ...used, jobStates, databaseDir, storageKind: storage.kind }),
  };
}

// Library folders: scanning them, and the review and adding of what is found.

type Folders = ReturnType<typeof createFolders>;

/** `addSoon` starts the jobs that add items, `removeSoon` the one that removes folders. */
function createFolders(used: Core & Games, { addSoon, removeSoon }: { addSoon(): void; removeSoon(): void }) {
  const { config, files, platforms } = used;
  const eyes = createFolderEyes();
  const itemSamples = createItemSamples({ ...used, eyes });
  const items = createItemsService({ ...used, addSoon });
  const paths = createLibraryPaths({ eyes, roots: config.libraryRoots, ownFolders: ownFolders(config) });
  const exportedGames = createExportedGames(used);
  const scans = createLibraryScans({
    ...used,
    eyes,
    exportedGames,
    paths,
    platformAliases: async () => aliasesOf(await platforms.list()),
    contentChanged: files.contentChanged,
    addCertain: items.addCertain,
    addExtras: items.addExtras,
  });
  const contents = createFolderContents(used);
  return {
    items,
    itemAdding: createItemAdding({ ...used, itemSamples }),
    itemSamples,
    exportedGames,
    folderWatches: createFolderWatches({ ...used, ...scans, paths, eyes }),
    folderChecks: createFolderChecks({ ...used, ...scans, paths, eyes }),
    libraryScans: scans,
    libraryFolders: createLibraryFolders({ ...used, ...scans, paths, removeSoon, contents }),
  };
}

/** Returns the names of own platforms by their aliases. */
function aliasesOf(platforms: readonly OwnPlatform[]): PlatformAliases {
  return Object.fromEntries(
    platforms.flatMap(({ name, aliases }) => [name, ...aliases].map((word) => [plainName(word), name])),
  );
}

/** The directories of Cellar's own files. */
function ownFolders({ dataDir, database, storage, backupUrl = '' }: Config): string[] {
  const folders = [
    dataDir,
    ...(database.dialect === 'sqlite' ? [dirname(database.path)] : []),
    ...(storage.kind === 'disk' ? [storage.root] : []),
    ...(backupUrl.startsWith('file:') ? [resolve(backupUrl.replace(/^file:|\?.*$/g, ''))] : []),
  ];
  return [...new Set(folders)];
}
