import type { Router } from '#http/route.ts';
import type { PlatformsService } from './platforms.service.ts';

export function platformsRoutes(router: Router, platforms: PlatformsService): void {
  router.mount('listPlatforms', async () => ({ platforms: await platforms.list() }));
  router.mount('addPlatform', async ({ body, member }) => platforms.add(member, body));
  router.mount('changePlatform', async ({ params, body, member }) =>
    platforms.change(member, params.id, body),
  );
  router.mount('deletePlatform', async ({ params, member }) => {
    await platforms.remove(member, params.id);
    return { message: 'Platform deleted successfully' };
  });
  router.mount('reorderPlatforms', async ({ body, member }) => ({
    platforms: await platforms.reorder(member, body.platforms),
  }));
}
