import { languages } from '@cellar/contract/people/accounts.ts';
import { confirmationRequired } from '#http/errors.ts';
import { originOf } from '#http/request-addresses.ts';
import type { Router } from '#http/route.ts';
import type { MailsService } from '#messages/emails/mails.service.ts';
import type { LoginProvidersService, LoginWays } from '#people/login-providers/login-providers.service.ts';
import type { SecondFactorService } from '#people/second-factor/second-factor.service.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { Config } from '#start/config.ts';
import type { AuditService } from './audit.service.ts';
import type { BackupScheduleService } from './backup/backup-schedule.service.ts';
import type { HealthService } from './monitoring/health.service.ts';
import type { MetricsService } from './monitoring/metrics.service.ts';
import { presentSettings, type SettingsService } from './settings.service.ts';
import type { ChecklistService, SetupService } from './setup.service.ts';
import type { DuplicatesService } from './storage-report/games/duplicates.service.ts';
import type { StorageGamesService } from './storage-report/games/storage-games.service.ts';
import type { OrphansService, StorageCheckService } from './storage-report/storage-check.service.ts';
import type { StorageUsageService } from './storage-report/storage-usage.service.ts';
import type { TempFilesService } from './temp-files.service.ts';

interface Deps {
  settings: SettingsService;
  secondFactor: SecondFactorService;
}

export function settingsRoutes(router: Router, { settings, secondFactor }: Deps): void {
  router.mount('getSettings', async () => presentSettings(await settings.get()));

  router.mount('updateSettings', async ({ body, member, isConfirmed }) => {
    const { enabled: usageEnabled, ...tracking } = body.usageStatistics ?? {};
    if (body.security && !isConfirmed) throw confirmationRequired();
    // Otherwise the admin would be the first to be locked out of the settings.
    const requirement = body.security?.requireSecondFactor ?? 'nobody';
    if (requirement !== 'nobody') await secondFactor.refuseWithout(member);
    const changes = {
      ...body.systemSettings,
      ...body.security,
      ...body.downloadHistoryRetention,
      ...tracking,
      ...(usageEnabled === undefined ? {} : { usageEnabled }),
    };
    if (Object.keys(changes).length > 0) await settings.change(member, changes);
    return presentSettings(await settings.get());
  });
}

interface SiteDeps {
  setup: SetupService;
  settings: SettingsService;
  storage: Storage;
  config: Config;
  mails: MailsService;
  loginProviders: LoginProvidersService;
  loginWays: LoginWays;
  version: string;
}

export function siteRoutes(router: Router, deps: SiteDeps): void {
  const { setup, settings, storage, config, mails, version } = deps;
  router.mount('site', async () => {
    const { siteName, registrationEnabled } = await settings.get();
    return {
      name: siteName,
      version,
      registrationEnabled,
      loginProviders: await deps.loginProviders.buttons(),
      localLogin: await deps.loginWays.isLocalOn(),
      needsSetup: await setup.needsSetup(),
      sendsMail: await mails.isDelivering(),
      minChunkBytes: storage.limits.minChunkBytes,
      maxChunkBytes: config.maxChunkBytes,
      languages: [...languages],
    };
  });

  router.mount('setup', async ({ body: { setupCode, ...admin }, request }) =>
    setup.setUp(admin, setupCode, originOf(request)),
  );
}

export function auditRoutes(router: Router, audit: AuditService): void {
  router.mount('listAudit', async ({ query }) => audit.list(query.page));
}

export function checklistRoutes(router: Router, checklist: ChecklistService): void {
  router.mount('getChecklist', () => checklist.get());
  router.mount('dismissChecklist', async ({ member }) => {
    await checklist.dismiss(member);
    return checklist.get();
  });
}

// The temp folders, for admins.

export function tempFilesRoutes(router: Router, tempFiles: TempFilesService): void {
  router.mount('getTempStatus', async () => tempFiles.listTempFiles());
  router.mount('clearTemp', async ({ body, member }) => tempFiles.clear(member, body.includeRecent));
}

// The endpoints for monitoring: the metrics for programs, and the health for admins.

interface Services {
  metrics: MetricsService;
  health: HealthService;
}

export function monitoringRoutes(router: Router, { metrics, health }: Services, version: string): void {
  metrics.setVersion(version);
  router.mount('metrics', async ({ reply }) =>
    reply
      .header('cache-control', 'no-store')
      .type(metrics.registry.contentType)
      .send(await metrics.collect()),
  );
  router.mount('getHealth', async () => health.get(version));
}

export function backupsRoutes(
  router: Router,
  { backupSchedule }: { backupSchedule: BackupScheduleService },
): void {
  router.mount('getBackups', async () => backupSchedule.status());
  router.mount('startBackup', async ({ body, member }) => {
    await backupSchedule.start(body.kind, member);
    return backupSchedule.status();
  });
  router.mount('putBackupSchedule', async ({ body, member }) => {
    await backupSchedule.schedule(member, body);
    return backupSchedule.status();
  });
}

interface StorageReportServices {
  storageUsage: StorageUsageService;
  storageCheck: StorageCheckService;
  orphans: OrphansService;
  storageGames: StorageGamesService;
  duplicates: DuplicatesService;
}

export function storageReportRoutes(router: Router, services: StorageReportServices): void {
  const { storageUsage, storageCheck, orphans, storageGames, duplicates } = services;
  router.mount('getStorage', async () => ({
    ...(await storageUsage.measure()),
    check: await storageCheck.status(),
  }));
  router.mount('listStorageGames', async ({ query }) => storageGames.list(query));
  router.mount('listDuplicates', async ({ query }) => duplicates.list(query.page));
  router.mount('getStorageCheck', async () => storageCheck.status());
  router.mount('startStorageCheck', async ({ body, member }) => {
    await storageCheck.start(body.kind, member);
    return storageCheck.status();
  });
  router.mount('removeOrphans', async ({ body, member }) => orphans.removeOrphans(member, body.keys));
}
