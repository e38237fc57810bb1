// The composition root: builds every service from what it needs. The order is the dependency graph, read downwards.
import { join, relative, sep } from 'node:path';
import { providerIds } from '@cellar/contract/metadata.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { FastifyBaseLogger } from 'fastify';
import { createAccountLinks } from '#features/accounts/account-links.service.ts';
import { createProfileService } from '#features/accounts/profile.service.ts';
import { createRecoveryService } from '#features/accounts/recovery.service.ts';
import { createRegistrationService } from '#features/accounts/registration.service.ts';
import { createArtworkService } from '#features/artwork/artwork.service.ts';
import { createArtworkFolder } from '#features/artwork/artwork-folder.service.ts';
import { createAuditService } from '#features/audit/audit.service.ts';
import { createAuthService } from '#features/auth/auth.service.ts';
import { createCatalogueService } from '#features/catalogue/catalogue.service.ts';
import { createCheatsService } from '#features/cheats/cheats.service.ts';
import { createDownloadHistory } from '#features/downloads/download-history.service.ts';
import { createDownloadLog } from '#features/downloads/download-log.service.ts';
import { createDownloadReferences } from '#features/downloads/download-references.service.ts';
import { createDownloadsService } from '#features/downloads/downloads.service.ts';
import { createTicketsService } from '#features/downloads/tickets.service.ts';
import { createFilesService } from '#features/files/files.service.ts';
import { createGameEditing } from '#features/games/game-editing.service.ts';
import { createGamesService } from '#features/games/games.service.ts';
import { createInvitationsService } from '#features/invitations/invitations.service.ts';
import { createMailsService } from '#features/mails/mails.service.ts';
import { createMembersService } from '#features/members/members.service.ts';
import { createCandidatePictures } from '#features/metadata/matches/candidate-pictures.service.ts';
import { createMatchApplying } from '#features/metadata/matches/match-applying.service.ts';
import { createMatchJob } from '#features/metadata/matches/match-job.service.ts';
import { createMatchWork } from '#features/metadata/matches/match-work.service.ts';
import { createMatchesService } from '#features/metadata/matches/matches.service.ts';
import { createPickerService } from '#features/metadata/matches/picker.service.ts';
import { createProvidersService } from '#features/metadata/providers/providers.service.ts';
import { createMetadataKeys } from '#features/metadata/settings/metadata-keys.service.ts';
import { createMetadataSettingsService } from '#features/metadata/settings/metadata-settings.service.ts';
import { createAnnouncementsService } from '#features/notifications/digests/announcements.service.ts';
import { createDigestsService } from '#features/notifications/digests/digests.service.ts';
import { createNotificationSamples } from '#features/notifications/notification-samples.service.ts';
import { createNotificationSettings } from '#features/notifications/notification-settings.service.ts';
import { createPendingApproval } from '#features/notifications/pending-approval.service.ts';
import { createUnsubscribeService } from '#features/notifications/unsubscribe.service.ts';
import { createPreferencesService } from '#features/preferences/preferences.service.ts';
import { createSanitizationService } from '#features/sanitization/sanitization.service.ts';
import { createSettingsService, type Settings } from '#features/settings/settings.service.ts';
import { createSetupService } from '#features/site/setup.service.ts';
import { claimStorage } from '#features/storage-report/claim-storage.ts';
import { createOrphansService } from '#features/storage-report/orphans.service.ts';
import { createStorageCheckService } from '#features/storage-report/storage-check.service.ts';
import { createStorageUsage } from '#features/storage-report/storage-usage.ts';
import { createTempFilesService } from '#features/temp-files/temp-files.service.ts';
import { createUploadsService } from '#features/uploads/uploads.service.ts';
import { createUsersService } from '#features/users/users.service.ts';
import { type Clock, systemClock } from '#platform/clock.ts';
import { createHttpClient } from '#platform/http-client.ts';
import { createMailFolder } from '#platform/mail/mail-folder.ts';
import { createSmtpMailer } from '#platform/mail/mailer.ts';
import { createRateLimiter } from '#platform/rate-limit.ts';
import { createScheduler, type Job } from '#platform/scheduler.ts';
import { createSecretBox } from '#platform/secret-box.ts';
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
  /** The longest time after which a mail is made that a stranger has asked for. Tests do not wait. */
  laterMs?: number;
}

/** Opens database and storage, migrates, and wires. Whoever calls it must `close()` it. */
export async function createServices({ config, log, clock = systemClock, laterMs = 1000 }: World) {
  const database = openDatabase(config.database);
  try {
    await migrate(database.db, database.dialect);
    return await wire(database, { config, log, clock, laterMs });
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function wire(database: Database, { config, log, clock, laterMs }: Required<World>) {
  const { db, longReads, stamp, unflushed } = database;
  const storage = await createDiskStorage(config.storageDir, await claimStorage(db, config.storageDir));
  const { maxChunkBytes, dataDir, publicUrl } = config;

  const limiter = createRateLimiter({ db, unflushed, clock });
  const mailer = config.smtp && createSmtpMailer(config.smtp);
  const folder = createMailFolder({ folder: join(dataDir, 'outbox'), from: senderOf(publicUrl) });
  const audit = createAuditService({ db, clock });
  const settings = createSettingsService({ db, audit, defaults: defaultSettings(config) });
  const http = createHttpClient({ trusted: Object.values(config.metadata.urls) });
  const artwork = createArtworkService({ db, dataDir, clock, log, http });
  const mails = createMailsService({
    ...{ db, longReads, clock, settings, log, mailer, folder, artwork, laterMs },
  });
  const users = createUsersService({ db, clock });
  const tickets = createTicketsService({ db, unflushed, clock, limiter });
  const auth = createAuthService({ db, stamp, unflushed, clock, users, tickets, audit, limiter });
  const invitations = createInvitationsService({ db, clock, mails, audit, publicUrl });
  const downloadReferences = createDownloadReferences({ db, clock });
  const members = createMembersService({
    ...{ db, clock, publicUrl, users, auth, tickets, mails, audit },
    downloadReferences,
  });
  const downloadHistory = createDownloadHistory({ db, clock, settings });
  const downloadLog = createDownloadLog({ db, longReads, clock, audit, settings });
  const preferences = createPreferencesService({ db, users, settings, downloadHistory });
  const links = createAccountLinks({ db, clock, publicUrl });
  const registration = createRegistrationService({
    ...{ db, unflushed, publicUrl, settings, users, auth, invitations, links, mails, audit, limiter },
  });
  const recovery = createRecoveryService({
    ...{ db, unflushed, publicUrl, users, auth, links, mails, audit, limiter },
  });
  const profile = createProfileService({ db, publicUrl, users, recovery, links, mails, limiter });
  const setup = createSetupService({ db, dataDir, users, auth, settings });
  const files = createFilesService({ db, storage, clock, log });
  const maxBytes = limits.cheatFileMaxBytes;
  const cheats = createCheatsService({ db, storage, files, audit, clock, maxBytes, log });
  const games = createGamesService({ db, downloadReferences, files, cheats, audit, clock });
  const gameEditing = createGameEditing({ db, artwork, audit });
  const catalogue = createCatalogueService({ db, stamp, log });
  const sanitization = createSanitizationService({ db, audit });

  const box = createSecretBox(config);
  const notificationSettings = createNotificationSettings({
    ...{ longReads, clock, settings, timeZone: config.timeZone, isDelivering: mailer !== undefined },
  });
  const unsubscribe = createUnsubscribeService({ db, users, settings, limiter, box, publicUrl });
  const notificationSamples = createNotificationSamples({
    ...{ db, settings, users, mails, unsubscribe, limiter, publicUrl },
  });
  const pendingApproval = createPendingApproval({ db, clock, settings, mails, publicUrl });
  const keys = createMetadataKeys({ ...{ db, clock, box, fromEnvironment: config.metadata.keys } });
  const providers = createProvidersService({
    ...{ db, clock, http, keys, settings, fromEnvironment: config.metadata },
  });
  const announcements = createAnnouncementsService({ db, clock, providers });
  const digests = createDigestsService({
    db,
    clock,
    log,
    settings,
    mails,
    announcements,
    unsubscribe,
    publicUrl,
    timeZone: config.timeZone,
  });
  const metadataSettings = createMetadataSettingsService({
    ...{ db, clock, audit, settings, keys, providers, fromEnvironment: config.metadata },
  });
  const candidatePictures = createCandidatePictures({ artwork, box, clock, log });
  const applying = createMatchApplying({ db, artwork, gameEditing });
  const matchWork = createMatchWork({ clock, providers, sanitization, gameEditing, applying });
  const matchJob = createMatchJob({ db, clock, log, providers, work: matchWork });
  const matches = createMatchesService({
    ...{ db, longReads, clock, audit, gameEditing, providers, pictures: candidatePictures },
    searchSoon: () => scheduler.runSoon('match-games'),
  });
  const picker = createPickerService({
    ...{ db, clock, audit, gameEditing, sanitization, providers, pictures: candidatePictures, applying },
  });

  const uploads = createUploadsService({
    ...{ db, storage, games, files, downloadReferences, matches, audit, clock, maxChunkBytes, log },
  });
  const downloads = createDownloadsService({
    ...{ db, unflushed, storage, games, files, settings, tickets, audit, clock, log },
  });
  const artworkFolder = createArtworkFolder(dataDir);
  const storagePath = pathBeneath(dataDir, config.storageDir);
  const tempFiles = createTempFilesService({
    ...{ db, storage, artwork: artworkFolder, uploads, audit, clock, log, storagePath },
  });
  const storageCheck = createStorageCheckService({ db, storage, artwork: artworkFolder, audit, clock, log });
  const storageUsage = createStorageUsage({ database, storage, tempFiles, check: storageCheck });
  const orphans = createOrphansService({ db, storage, audit, clock, log });

  const jobs: Job[] = [
    { name: 'digest-files', schedule: '0 * * * * *', run: files.digestFiles },
    { name: 'remove-condemned-files', schedule: '30 */5 * * * *', run: files.removeCondemned },
    { name: 'keep-room', schedule: '40 * * * * *', run: database.keepRoom },
    { name: 'discard-forgotten-files', schedule: '5 25 * * * *', run: files.discardForgotten },
    { name: 'check-storage', schedule: '25 * * * * *', run: storageCheck.goOn },
    { name: 'describe-pictures', schedule: '45 * * * * *', run: artwork.describeKept },
    { name: 'sweep-pictures', schedule: '20 5 * * * *', run: artwork.sweep },
    { name: 'match-games', schedule: '*/15 * * * * *', run: matchJob.workOff },
    { name: 'trim-game-changes', schedule: '35 */10 * * * *', run: catalogue.trimChanges },
    { name: 'tidy-downloads', schedule: '15 * * * * *', run: downloads.tidy },
    { name: 'trim-download-history', schedule: '50 */5 * * * *', run: () => downloadHistory.trim() },
    { name: 'forget-hidden-downloads', schedule: '10 */10 * * * *', run: downloadHistory.forgetHidden },
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
    { name: 'send-digests', schedule: '1 * * * * *', run: digests.run },
    { name: 'tell-who-waits', schedule: '50 * * * * *', run: pendingApproval.run },
    { name: 'deliver-mails', schedule: '*/20 * * * * *', run: mails.deliverDue },
    { name: 'remove-old-mails', schedule: '0 30 4 * * *', run: mails.removeOld },
    { name: 'remove-expired-links', schedule: '0 40 4 * * *', run: links.removeExpired },
    { name: 'remove-ended-limits', schedule: '0 50 * * * *', run: limiter.removeEnded },
    { name: 'remove-old-audit', schedule: '0 50 4 * * *', run: audit.removeOld },
  ];
  const scheduler = createScheduler({ unflushed, clock, log, jobs });

  return {
    ...{ audit, mails, invitations, members, preferences, registration, recovery, profile, sanitization },
    ...{ gameEditing, tempFiles, storageCheck, storageUsage, orphans, providers, metadataSettings },
    ...{ digests, notificationSettings, notificationSamples, pendingApproval, unsubscribe },
    ...{ candidatePictures, matchJob, matches, picker, downloadHistory, downloadLog },
    ...{
      database,
      storage,
      settings,
      users,
      auth,
      setup,
      artwork,
      files,
      catalogue,
      cheats,
      games,
      uploads,
      downloads,
      jobs,
      scheduler,
    },
    async close(): Promise<void> {
      // What the features end is part of the jobs that still run.
      const stopped = scheduler
        .stop()
        .catch((error) => log.error({ err: error }, 'jobs could not be handed to other nodes'));
      await files.close();
      await digests.close();
      await matchJob.close();
      await storageCheck.close();
      await catalogue.close();
      await downloads.close();
      await mails.close();
      await stopped;
      await http.close();
      await database.close();
    },
  };
}

/** With `/` between its steps; empty for the same folder, and for one that lies elsewhere. */
function pathBeneath(folder: string, path: string): string {
  const steps = relative(folder, path).split(sep);
  return steps[0] === '..' ? '' : steps.join('/');
}

/** Of mails that nobody sends: they only have to be whole. */
function senderOf(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  return `no-reply@${/^[\w.-]+$/.test(hostname) ? hostname : 'localhost'}`;
}

function defaultSettings({ siteName }: Config): Settings {
  return {
    siteName,
    registrationEnabled: true,
    publicGamePages: true,
    maxUserRetention: limits.retentionDefault,
    ...{ usageEnabled: true, trackDownloads: true, trackUserActivity: true },
    activityClearedAt: '',
    metadataProviders: [...providerIds],
    autoMatch: true,
    ...{ emailFrequency: 'weekly', customMessage: '', pendingApprovalMails: true, pendingApprovalTold: '' },
  };
}
