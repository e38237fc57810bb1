import type { Router } from '#http/route.ts';
import { presentSettings, type SettingsService } from './settings.service.ts';

export function settingsRoutes(router: Router, settings: SettingsService): void {
  router.mount('getSettings', async () => presentSettings(await settings.get()));

  router.mount('updateSettings', async ({ body, member }) => {
    const { enabled: usageEnabled, ...tracking } = body.usageStatistics ?? {};
    const changes = {
      ...body.systemSettings,
      ...body.downloadHistoryRetention,
      ...tracking,
      ...(usageEnabled === undefined ? {} : { usageEnabled }),
    };
    if (Object.keys(changes).length > 0) await settings.change(member, changes);
    return presentSettings(await settings.get());
  });
}
