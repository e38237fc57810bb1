import type { Router } from '#http/route.ts';
import type { WebhooksService } from './webhooks.service.ts';

export function webhooksRoutes(router: Router, webhooks: WebhooksService): void {
  router.mount('listWebhooks', () => webhooks.list());
  router.mount('addWebhook', ({ member, body }) => webhooks.add(member, body));
  router.mount('changeWebhook', ({ member, params, body }) => webhooks.change(member, params.id, body));
  router.mount('deleteWebhook', async ({ member, params }) => {
    await webhooks.remove(member, params.id);
    return { message: 'The webhook was deleted' };
  });
  router.mount('testWebhook', ({ member, params }) => webhooks.test(member, params.id));
  router.mount('listWebhookDeliveries', ({ params, query }) =>
    webhooks.listDeliveries(params.id, query.page),
  );
  router.mount('retryWebhookDelivery', async ({ params }) => {
    await webhooks.retry(params.id);
    webhooks.deliverSoon();
    return { message: 'It will be delivered again' };
  });
}
