import { originOf } from '#http/origin.ts';
import type { Router } from '#http/route.ts';
import type { OidcService } from '../login-providers/oidc.service.ts';
import type { AuthService } from './auth.service.ts';

export function authRoutes(router: Router, auth: AuthService, oidc: OidcService): void {
  router.mount('login', async ({ body, request }) => auth.login(body, originOf(request)));

  router.mount('logout', async ({ member, token }) => {
    const logoutUrl = token && (await oidc.logoutUrl(token));
    if (token) await auth.logout(member, token);
    return { message: 'Logged out', ...(logoutUrl && { logoutUrl }) };
  });

  router.mount('me', async ({ member: { id, ...account } }) => ({ _id: id, ...account }));

  router.mount('listSessions', async ({ member, token }) => ({
    sessions: await auth.listSessions(member.id, token),
  }));

  router.mount('endOtherSessions', async ({ member, token }) => {
    await auth.endOtherSessions(member.id, token);
    return { message: 'Your other sessions have ended' };
  });

  router.mount('endSession', async ({ member, params }) => {
    await auth.endSession(member.id, params.id);
    return { message: 'Session ended' };
  });
}
