// Creating, listing and revoking invitations is for admins; checking one is public.
import type { Router } from '#http/route.ts';
import type { InvitationsService } from './invitations.service.ts';

export function invitationsRoutes(router: Router, invitations: InvitationsService): void {
  router.mount('listInvitations', async () => ({ invitations: await invitations.list() }));
  router.mount('createInvitation', async ({ body, member }) => invitations.create(member, body));
  router.mount('revokeInvitation', async ({ params, member }) => {
    await invitations.revoke(member, params.id);
    return { message: 'Invitation revoked' };
  });
  router.mount('checkInvitation', async ({ query }) => invitations.check(query.invite));
}
