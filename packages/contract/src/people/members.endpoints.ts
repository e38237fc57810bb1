import { endpoint } from '../endpoint.ts';
import { done } from '../text.ts';
import {
  changeUserBody,
  resendResponse,
  userParams,
  userResponse,
  usersQuery,
  usersResponse,
} from './accounts.ts';

export const membersEndpoints = {
  listUsers: endpoint({
    method: 'GET',
    path: '/api/users',
    access: 'admin',
    summary: 'Accounts, newest first',
    query: usersQuery,
    response: usersResponse,
  }),
  approveAccess: endpoint({
    method: 'PUT',
    path: '/api/auth/approve-access/:userId',
    access: 'admin',
    summary: 'Approve an account; 409 with needsEmailVerification if its address is not verified',
    params: userParams,
    response: userResponse,
  }),
  changeUser: endpoint({
    method: 'PUT',
    path: '/api/users/:userId',
    access: 'admin',
    isSensitive: true,
    summary:
      'Suspend or unsuspend an account, make it an admin or a member, or verify its address; refused for the last admin and for yourself',
    params: userParams,
    body: changeUserBody,
    response: userResponse,
  }),
  deleteUser: endpoint({
    method: 'DELETE',
    path: '/api/users/:userId',
    access: 'admin',
    isSensitive: true,
    summary: 'Delete an account; refused for the last admin and for yourself',
    params: userParams,
    response: done,
  }),
  resendVerificationFor: endpoint({
    method: 'POST',
    path: '/api/users/:userId/resend-verification',
    access: 'admin',
    summary: 'Mail the verification link of an account again',
    params: userParams,
    response: resendResponse,
  }),
};
