import { languages } from '@cellar/contract/accounts.ts';
import type { MailsService } from '#features/mails/mails.service.ts';
import type { SettingsService } from '#features/settings/settings.service.ts';
import { originOf } from '#http/origin.ts';
import type { Router } from '#http/route.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { Config } from '#src/config.ts';
import type { SetupService } from './setup.service.ts';

interface Deps {
  setup: SetupService;
  settings: SettingsService;
  storage: Storage;
  config: Config;
  mails: MailsService;
  version: string;
}

export function siteRoutes(router: Router, { setup, settings, storage, config, mails, version }: Deps): void {
  router.mount('site', async () => {
    const { siteName, registrationEnabled } = await settings.get();
    return {
      name: siteName,
      version,
      registrationEnabled,
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
