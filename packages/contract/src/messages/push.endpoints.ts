import { endpoint } from '../endpoint.ts';
import { pushState, pushSubscription } from './push.ts';

export const pushEndpoints = {
  getPush: endpoint({
    method: 'GET',
    path: '/api/push',
    access: 'member',
    scope: 'session',
    summary: 'Whether the browser of this session gets push messages, and the key to subscribe with',
    response: pushState,
  }),
  turnPushOn: endpoint({
    method: 'PUT',
    path: '/api/push',
    access: 'member',
    summary: 'Send push messages to the browser of this session, until the session ends',
    body: pushSubscription,
    response: pushState,
  }),
  turnPushOff: endpoint({
    method: 'DELETE',
    path: '/api/push',
    access: 'member',
    summary: 'Send no more push messages to the browser of this session',
    response: pushState,
  }),
};
