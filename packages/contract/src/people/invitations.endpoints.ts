import { endpoint } from '../endpoint.ts';
import { done, idParams } from '../text.ts';
import { invitationCreated, invitations, inviteBody, inviteCheck, inviteQuery } from './invitations.ts';

export const invitationsEndpoints = {
  listInvitations: endpoint({
    method: 'GET',
    path: '/api/invitations',
    access: 'admin',
    summary: 'Invitations, newest first',
    response: invitations,
  }),
  createInvitation: endpoint({
    method: 'POST',
    path: '/api/invitations',
    access: 'admin',
    summary: 'Create an invitation; only this response contains its link',
    body: inviteBody,
    response: invitationCreated,
    status: 201,
  }),
  revokeInvitation: endpoint({
    method: 'DELETE',
    path: '/api/invitations/:id',
    access: 'admin',
    summary: 'Revoke an invitation',
    params: idParams,
    response: done,
  }),
  checkInvitation: endpoint({
    method: 'GET',
    path: '/api/invitations/check',
    access: 'public',
    summary: 'Whether an invitation is still valid',
    query: inviteQuery,
    response: inviteCheck,
  }),
};
