import { languages } from '@cellar/contract/people/accounts.ts';
import { originOf } from '#http/origin.ts';
import type { Router } from '#http/route.ts';
import type { MailsService } from '#messages/emails/mails.service.ts';
import type { LoginProvidersService } from '#people/login-providers/login-providers.service.ts';
import type { LoginWays } from '#people/login-providers/login-ways.service.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { Config } from '#start/config.ts';
import type { SettingsService } from './settings.service.ts';
import type { SetupService } from './setup.service.ts';

interface Deps {
  setup: SetupService;
  settings: SettingsService;
  storage: Storage;
  config: Config;
  mails: MailsService;
  loginProviders: LoginProvidersService;
  loginWays: LoginWays;
  version: string;
}

export function siteRoutes(router: Router, deps: Deps): void {
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
