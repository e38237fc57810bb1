import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { done, email, idParams, named, time } from '../text.ts';
import {
  changeUserBody,
  language,
  resendResponse,
  secret,
  userParams,
  userResponse,
  usersQuery,
  usersResponse,
} from './accounts.ts';

export const membersEndpoints = {
  listUsers: endpoint('GET', '/api/users', 'admin', {
    summary: 'Accounts, newest first',
    query: usersQuery,
    response: usersResponse,
  }),
  approveAccess: endpoint('PUT', '/api/auth/approve-access/:userId', 'admin', {
    summary: 'Approve an account; 409 with needsEmailVerification if its address is not verified',
    params: userParams,
    response: userResponse,
  }),
  changeUser: endpoint('PUT', '/api/users/:userId', 'admin', {
    isSensitive: true,
    summary:
      'Suspend or unsuspend an account, make it an admin or a member, or verify its address; refused for the last admin and for yourself',
    params: userParams,
    body: changeUserBody,
    response: userResponse,
  }),
  deleteUser: endpoint('DELETE', '/api/users/:userId', 'admin', {
    isSensitive: true,
    summary: 'Delete an account; refused for the last admin and for yourself',
    params: userParams,
    response: done,
  }),
  resendVerificationFor: endpoint('POST', '/api/users/:userId/resend-verification', 'admin', {
    summary: 'Mail the verification link of an account again',
    params: userParams,
    response: resendResponse,
  }),
};

// Invitation links, which replace approval by an admin.

const inviteBody = z.object({
  /** The link is mailed to this address and valid only for it. Without an address, anyone who has the link can use it. */
  email: email.optional(),
  maxUses: z.number().int().min(1).max(1000).default(1),
  expiresInDays: z.number().int().min(1).max(365).default(7),
  language: language.default('en'),
});

export type NewInvitation = z.infer<typeof inviteBody>;

const invitation = named('Invitation', {
  _id: z.string(),
  email: z.string().nullable(),
  maxUses: z.number().int(),
  uses: z.number().int(),
  createdAt: time,
  expiresAt: time,
  createdBy: z.string().nullable(),
});
export type Invitation = z.infer<typeof invitation>;

const invitations = z.object({ invitations: z.array(invitation) });

/** Only this response contains the link, because the server stores only a digest of its secret. */
const invitationCreated = z.object({ invitation, url: z.string() });

const inviteQuery = z.object({ invite: secret });

/** `email` is the only address for which the link is valid, or null. */
const inviteCheck = z.object({ isValid: z.boolean(), email: z.string().nullable() });

export const invitationsEndpoints = {
  listInvitations: endpoint('GET', '/api/invitations', 'admin', {
    summary: 'Invitations, newest first',
    response: invitations,
  }),
  createInvitation: endpoint('POST', '/api/invitations', 'admin', {
    summary: 'Create an invitation; only this response contains its link',
    body: inviteBody,
    response: invitationCreated,
    status: 201,
  }),
  revokeInvitation: endpoint('DELETE', '/api/invitations/:id', 'admin', {
    summary: 'Revoke an invitation',
    params: idParams,
    response: done,
  }),
  checkInvitation: endpoint('GET', '/api/invitations/check', 'public', {
    summary: 'Whether an invitation is still valid',
    query: inviteQuery,
    response: inviteCheck,
  }),
};
