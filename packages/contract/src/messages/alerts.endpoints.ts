import { endpoint } from '../endpoint.ts';
import { alerts, alertsQuery, clearAlertsQuery, readAlertsBody, unreadAlerts } from './alerts.ts';

export const alertsEndpoints = {
  listAlerts: endpoint({
    method: 'GET',
    path: '/api/alerts',
    access: 'member',
    summary: 'What the bell tells you, newest first',
    query: alertsQuery,
    response: alerts,
  }),
  countAlerts: endpoint({
    method: 'GET',
    path: '/api/alerts/unread',
    access: 'member',
    summary: 'How many alerts you have not read',
    response: unreadAlerts,
  }),
  followAlerts: endpoint({
    method: 'GET',
    path: '/api/alerts/stream',
    access: 'member',
    scope: 'session',
    summary:
      'Server-sent events: `unread` with the number of unread alerts, at first and after each change. It ends with the session',
    produces: 'text/event-stream',
  }),
  readAlerts: endpoint({
    method: 'PUT',
    path: '/api/alerts/read',
    access: 'member',
    summary: 'Mark alerts as read: some, or all up to a time',
    body: readAlertsBody,
    response: unreadAlerts,
  }),
  clearAlerts: endpoint({
    method: 'DELETE',
    path: '/api/alerts',
    access: 'member',
    summary: 'Delete your alerts up to a time',
    query: clearAlertsQuery,
    response: unreadAlerts,
  }),
};
