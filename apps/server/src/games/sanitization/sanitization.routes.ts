import type { Router } from '#http/route.ts';
import type { SanitizationService } from './sanitization.service.ts';

export function sanitizationRoutes(router: Router, sanitization: SanitizationService): void {
  router.mount('listRules', async () => ({ rules: await sanitization.list() }));
  router.mount('addRule', async ({ body, member }) => sanitization.add(member, body));
  router.mount('changeRule', async ({ params, body, member }) =>
    sanitization.change(member, params.id, body),
  );
  router.mount('deleteRule', async ({ params, member }) => {
    await sanitization.remove(member, params.id);
    return { message: 'Rule deleted successfully' };
  });
  router.mount('reorderRules', async ({ body, member }) => ({
    rules: await sanitization.reorder(member, body.rules),
  }));
  router.mount('resetRules', async ({ member }) => ({ rules: await sanitization.reset(member) }));
  router.mount('sanitizeTitle', async ({ query }) => sanitization.sanitize(query.title));
  router.mount('previewRules', async ({ body, reply }) =>
    sanitization.preview(body, () => reply.raw.destroyed),
  );
}
