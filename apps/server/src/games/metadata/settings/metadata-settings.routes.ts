import type { Router } from '#http/route.ts';
import type { MetadataSettingsService } from './metadata-settings.service.ts';

export function metadataSettingsRoutes(router: Router, metadataSettings: MetadataSettingsService): void {
  router.mount('getMetadataSettings', () => metadataSettings.get());

  router.mount('updateMetadataSettings', async ({ body, member }) => {
    await metadataSettings.change(member, body);
    return metadataSettings.get();
  });

  router.mount('testProvider', ({ body }) => metadataSettings.test(body.provider));
}
