// The endpoints for editing and deleting updates and extras. transfer/uploads adds them, and transfer/downloads sends them.
import type { Router } from '#http/route.ts';
import type { ExtrasService } from './extras.service.ts';

export function extrasRoutes(router: Router, extras: ExtrasService): void {
  router.mount('editExtra', async ({ params, body, member }) =>
    extras.editExtra(params.id, params.extraId, body, member),
  );

  router.mount('deleteExtra', async ({ params, member }) => {
    await extras.deleteExtra(params.id, params.extraId, member);
    return { message: 'Extra deleted' };
  });
}
