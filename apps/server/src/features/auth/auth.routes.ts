// Login, logout, who am I.
import type { Router } from '#http/route.ts';
import type { AuthService } from './auth.service.ts';

export function authRoutes(router: Router, auth: AuthService): void {
  router.mount('login', async ({ body }) => auth.login(body.email, body.password));

  router.mount('logout', async ({ token }) => {
    if (token) await auth.logout(token);
    return { message: 'Logged out' };
  });

  router.mount('me', async ({ member: { id, ...account } }) => ({ _id: id, ...account }));
}
