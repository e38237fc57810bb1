import { confirmationRequired } from '#http/errors.ts';
import type { Router } from '#http/route.ts';
import type { SecondFactorService } from '#people/second-factor/second-factor.service.ts';
import { presentSettings, type SettingsService } from './settings.service.ts';

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
