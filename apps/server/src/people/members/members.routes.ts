// User management by admins.
import type { Router } from '#http/route.ts';
import type { MailsService } from '#messages/emails/mails.service.ts';
import type { VerificationService } from '../accounts/verification.service.ts';
import type { InvitationsService } from './invitations.service.ts';
import type { MembersService } from './members.service.ts';

interface Deps {
  members: MembersService;
  verification: VerificationService;
  mails: MailsService;
}

export function membersRoutes(router: Router, { members, verification, mails }: Deps): void {
  router.mount('listUsers', async ({ query }) => members.list(query));

  router.mount('approveAccess', async ({ params, member }) => ({
    message: 'Access approved',
    user: await members.approve(member, params.userId),
  }));

  router.mount('changeUser', async ({ params, member, body }) => ({
    message: 'User changed',
    user: await members.change(member, params.userId, body),
  }));

  router.mount('deleteUser', async ({ params, member }) => {
    await members.delete(member, params.userId);
    return { message: 'User deleted' };
  });

  router.mount('resendVerificationFor', async ({ params }) => {
    const user = await members.get(params.userId);
    if (!user.verifiedAt) await verification.send(user);
    return { message: 'The verification link is on its way', isDelivering: await mails.isDelivering() };
  });
}

// Creating, listing and revoking invitations is for admins; checking one is public.

export function invitationsRoutes(router: Router, invitations: InvitationsService): void {
  router.mount('listInvitations', async () => ({ invitations: await invitations.list() }));
  router.mount('createInvitation', async ({ body, member }) => invitations.create(member, body));
  router.mount('revokeInvitation', async ({ params, member }) => {
    await invitations.revoke(member, params.id);
    return { message: 'Invitation revoked' };
  });
  router.mount('checkInvitation', async ({ query }) => invitations.check(query.invite));
}
