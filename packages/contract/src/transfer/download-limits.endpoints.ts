import { endpoint } from '../endpoint.ts';
import { userParams } from '../people/accounts.ts';
import { limitsUse, ownLimitsBody, siteLimits, siteLimitsBody, userLimits } from './download-limits.ts';

export const downloadLimitsEndpoints = {
  getSiteLimits: endpoint({
    method: 'GET',
    path: '/api/admin/download-limits',
    access: 'admin',
    summary: 'The limits of downloads and uploads: for all members, and for the site',
    response: siteLimits,
  }),
  changeSiteLimits: endpoint({
    method: 'PUT',
    path: '/api/admin/download-limits',
    access: 'admin',
    summary: 'Change some of the limits for all members and for the site',
    body: siteLimitsBody,
    response: siteLimits,
  }),
  myLimits: endpoint({
    method: 'GET',
    path: '/api/download-limits',
    access: 'member',
    summary: 'The limits of your downloads, and what you have used of them',
    response: limitsUse,
  }),
  getUserLimits: endpoint({
    method: 'GET',
    path: '/api/users/:userId/download-limits',
    access: 'admin',
    summary: 'The limits of a member, and what the member has used of them',
    params: userParams,
    response: userLimits,
  }),
  changeUserLimits: endpoint({
    method: 'PUT',
    path: '/api/users/:userId/download-limits',
    access: 'admin',
    summary: 'Change some limits of a member',
    params: userParams,
    body: ownLimitsBody,
    response: userLimits,
  }),
  liftUserLimits: endpoint({
    method: 'POST',
    path: '/api/users/:userId/download-limits/lift',
    access: 'admin',
    summary: 'Let the use of a member in the current period begin again at zero, once',
    params: userParams,
    response: userLimits,
  }),
};
