import type { Router } from '#http/route.ts';
import type { ApiTokensService } from './api-tokens.service.ts';

export function apiTokensRoutes(router: Router, apiTokens: ApiTokensService): void {
  router.mount('listApiTokens', async ({ member }) => ({ tokens: await apiTokens.list(member.id) }));
  router.mount('createApiToken', async ({ member, body }) => apiTokens.create(member, body));
  router.mount('revokeApiToken', async ({ member, params }) => {
    await apiTokens.revoke(member, params.id);
    return { message: 'API token revoked' };
  });
}
