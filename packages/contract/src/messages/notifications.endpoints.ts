import { endpoint } from '../endpoint.ts';
import { done } from '../text.ts';
import {
  notificationPreview,
  notificationSample,
  notificationSettingsBody,
  notificationSettingsResponse,
  unsubscribeBody,
  unsubscribeParams,
  unsubscribeResponse,
  unsubscribeStatus,
} from './notifications.ts';

export const notificationsEndpoints = {
  getNotificationSettings: endpoint({
    method: 'GET',
    path: '/api/admin/notification-settings',
    access: 'admin',
    summary: 'The settings of the mails about new games, and how many games are waiting to be announced',
    response: notificationSettingsResponse,
  }),
  putNotificationSettings: endpoint({
    method: 'PUT',
    path: '/api/admin/notification-settings',
    access: 'admin',
    summary: 'Change some notification settings',
    body: notificationSettingsBody,
    response: notificationSettingsResponse,
  }),
  previewNotification: endpoint({
    method: 'POST',
    path: '/api/admin/notification-settings/preview',
    access: 'admin',
    summary: 'The mail that members would get about the newest game or the three newest games; sends nothing',
    body: notificationSample,
    response: notificationPreview,
  }),
  testNotification: endpoint({
    method: 'POST',
    path: '/api/admin/notification-settings/test',
    access: 'admin',
    summary: 'Send that mail to your own address',
    body: notificationSample,
    response: done,
    status: 202,
  }),
  getUnsubscribe: endpoint({
    method: 'GET',
    path: '/api/notifications/unsubscribe/:token',
    access: 'public',
    summary: 'Whether the member of this link gets mails about new games; changes nothing',
    params: unsubscribeParams,
    response: unsubscribeStatus,
  }),
  postUnsubscribe: endpoint({
    method: 'POST',
    path: '/api/notifications/unsubscribe/:token',
    access: 'public',
    summary: 'Turn the mails about new games off (one click, RFC 8058) or on again',
    params: unsubscribeParams,
    body: unsubscribeBody,
    takesForm: true,
    response: unsubscribeResponse,
  }),
};
