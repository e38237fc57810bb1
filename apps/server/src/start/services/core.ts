// The services that all houses build on: the storage, outgoing connections, settings, emails, stored files and the like.
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { createAuditService } from '#admin/audit.service.ts';
import { createSettingsService, defaultSettings } from '#admin/settings.service.ts';
import { claimStorage } from '#admin/storage-report/claim-storage.ts';
import type { Database } from '#db/database.ts';
import type { Db } from '#db/schema.ts';
import { createLibraryBytes } from '#folders/in-place/library-bytes.service.ts';
import { libraryPlatforms, rememberRemoved } from '#folders/items/library-changes.service.ts';
import { createArtworkService } from '#games/artwork/artwork.service.ts';
import { createMailsService } from '#messages/emails/mails.service.ts';
import { createMailServerService } from '#messages/mail-server/mail-server.service.ts';
import { createMailServerTest } from '#messages/mail-server/mail-server-test.service.ts';
import { createWebhooksService } from '#messages/webhooks/webhooks.service.ts';
import { createUsersService } from '#people/members/users.service.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { createHttpClient } from '#platform/http-client.ts';
import { createMailFolder } from '#platform/mail/mailer.ts';
import { createNodes } from '#platform/nodes.ts';
import { createRateLimiter } from '#platform/rate-limit.ts';
import { createSecretBox } from '#platform/secret-box.ts';
import { createDiskStorage } from '#platform/storage/disk/disk-storage.ts';
import { diskPlace } from '#platform/storage/disk/library-mark.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { createDownloadHistory } from '#transfer/download-activity/download-history.service.ts';
import { createDownloadReferences } from '#transfer/downloads/download-references.service.ts';
import { createTicketsService } from '#transfer/downloads/tickets.service.ts';
import { filePlatforms } from '#transfer/files/file-platforms.service.ts';
import { createFilesService } from '#transfer/files/files.service.ts';
import { createLimitsService } from '#transfer/limits/limits.service.ts';
import { createNodeShares, createSpeedsService } from '#transfer/limits/speeds.service.ts';
import { createQuarantine } from '#transfer/virus-scans/virus-scans.service.ts';
import type { Config } from '../config.ts';

export interface Environment {
  config: Config;
  log: FastifyBaseLogger;
  clock: Clock;
  database: Database;
  /** The longest delay in milliseconds before a mail that a stranger requested is written. */
  laterMs: number;
}

export type Core = Awaited<ReturnType<typeof createCore>>;

export async function createCore(environment: Environment) {
  const base = await createBase(environment);
  const libraryBytes = createLibraryBytes(base);
  return {
    ...base,
    libraryBytes,
    libraryPlatforms,
    files: createFilesService({ ...base, libraryBytes, rememberRemoved }),
    filePlatforms,
    quarantine: createQuarantine(base),
    tickets: createTicketsService(base),
    downloadHistory: createDownloadHistory(base),
  };
}

async function createBase({ config, log, clock, database, laterMs }: Environment) {
  const { dataDir, publicUrl } = config;
  const { db, longReads, longWrites, stamp, unflushed } = database;
  const storage = await openStorage(db, config, isoAt(clock));
  const shared = {
    config,
    publicUrl,
    dataDir,
    log,
    clock,
    database,
    db,
    longReads,
    longWrites,
    stamp,
    unflushed,
    storage,
  };
  const isShared = database.dialect === 'postgres';
  const folder = createMailFolder({ folder: join(dataDir, 'outbox'), from: senderOf(publicUrl) });
  const http = createHttpClient({ trusted: Object.values(config.metadata.urls) });
  const limiter = createRateLimiter(shared);
  const box = createSecretBox(config);
  const audit = createAuditService(shared);
  const mailServer = createMailServerService({ ...shared, audit, box, fromEnvironment: config.smtp });
  const settings = createSettingsService({ db, audit, defaults: defaultSettings(config.siteName) });
  const artwork = createArtworkService({ ...shared, files: storage.pictures, http });
  const mails = createMailsService({ ...shared, settings, mailServer, folder, artwork, laterMs });
  const users = createUsersService(shared);
  const limits = createLimitsService({ ...shared, audit, settings, users, timeZone: config.timeZone });
  const nodeShares = createNodeShares({ ...shared, isShared });
  const allowsPrivate = config.webhookPrivateAddresses;
  const webhookHttp = createHttpClient({ trustsAll: allowsPrivate });
  const webhooks = createWebhooksService({
    ...{ ...shared, audit, limiter, settings, box },
    ...{ http: webhookHttp, allowsPrivate, isOn: config.webhooks },
  });
  return {
    ...shared,
    roots: config.libraryRoots,
    ownFolders: listOwnFolders(config),
    http,
    limiter,
    limits,
    nodeShares,
    speeds: createSpeedsService({ limits, nodeShares, log }),
    audit,
    settings,
    artwork,
    mails,
    webhookHttp,
    webhooks,
    mailServer,
    mailServerTest: createMailServerTest({ ...shared, users, limiter, mails, mailServer }),
    box,
    nodes: createNodes({ ...shared, box, isShared, isObjectStore: storage.isExclusive }),
    users,
    downloadReferences: createDownloadReferences(shared),
  };
}

/** The directories of Cellar's own files. */
function listOwnFolders({ dataDir, database, storage, backupUrl = '' }: Config): string[] {
  const folders = [
    dataDir,
    ...(database.dialect === 'sqlite' ? [dirname(database.path)] : []),
    ...(storage.kind === 'disk' ? [storage.root] : []),
    ...(backupUrl.startsWith('file:') ? [resolve(backupUrl.replace(/^file:|\?.*$/g, ''))] : []),
  ];
  return [...new Set(folders)];
}

/** Returns the sender of mails in the outbox folder. These mails are not sent, but they need a valid address. */
function senderOf(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  return `no-reply@${/^[\w.-]+$/.test(hostname) ? hostname : 'localhost'}`;
}

/** Marks the storage as this library's. @throws StorageUnavailableError if it belongs to another one or cannot be used */
async function openStorage(db: Db, { storage, dataDir }: Config, now: string): Promise<Storage> {
  if (storage.kind === 'disk') {
    const { root } = storage;
    return createDiskStorage({
      root,
      pictures: join(dataDir, 'artwork'),
      library: await claimStorage(db, diskPlace(root), now),
      shownRoot: pathBeneath(dataDir, root),
    });
  }
  // Loading the SDK takes half a second, which servers with a disk do not need to spend.
  const { openBucket } = await import('#platform/storage/s3/s3-storage.ts');
  const bucket = openBucket(storage);
  return bucket.createStorage({ library: await claimStorage(db, bucket.place, now), localDir: dataDir });
}

/** Returns the path relative to `folder`, separated by `/`. Empty if the two are equal or `path` is outside `folder`. */
function pathBeneath(folder: string, path: string): string {
  const steps = relative(folder, path).split(sep);
  return steps[0] === '..' ? '' : steps.join('/');
}
