import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { emailFrequency } from '../messages/rules/email-frequency.ts';
import { limits } from '../rules/limits.ts';
import { done, idParams, sortKey } from '../text.ts';
import {
  account,
  changePasswordBody,
  confirmBody,
  deleteAccountBody,
  emailBody,
  forgotResponse,
  language,
  loginBody,
  loginResponse,
  logoutResponse,
  profile,
  profileBody,
  registerBody,
  requestAccessResponse,
  resetBody,
  resetResponse,
  sessions,
  verifyParams,
} from './accounts.ts';

export const accountsEndpoints = {
  login: endpoint({
    method: 'POST',
    path: '/api/users/login',
    access: 'public',
    reserve: 'all',
    summary: 'Log in',
    body: loginBody,
    response: loginResponse,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/users/logout',
    access: 'member',
    isBeforeSecondFactor: true,
    reserve: 'all',
    summary: 'End the current session',
    response: logoutResponse,
  }),
  me: endpoint({
    method: 'GET',
    path: '/api/users/me',
    access: 'member',
    isBeforeSecondFactor: true,
    summary: 'The current account',
    response: account,
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/users',
    access: 'public',
    summary: 'Register; the response is the same whether or not the address is known',
    body: registerBody,
    response: done,
    status: 201,
  }),
  requestAccess: endpoint({
    method: 'POST',
    path: '/api/auth/request-access',
    access: 'public',
    summary: 'Request access; returns a session if an invitation already verifies and approves the account',
    body: registerBody,
    response: requestAccessResponse,
    status: 201,
  }),
  verifyEmail: endpoint({
    method: 'GET',
    path: '/api/users/verify/:token',
    access: 'public',
    summary: 'Verify an email address with the mailed link; may be repeated',
    params: verifyParams,
    response: done,
  }),
  resendVerification: endpoint({
    method: 'POST',
    path: '/api/auth/resend-verification',
    access: 'public',
    summary: 'Mail the verification link again; the response is always the same',
    body: emailBody,
    response: done,
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/api/auth/forgot-password',
    access: 'public',
    summary: 'Mail a link to set a new password; the response is always the same',
    body: emailBody,
    response: forgotResponse,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/auth/reset-password',
    access: 'public',
    summary: 'Set a new password with the mailed link; ends every session',
    body: resetBody,
    response: resetResponse,
  }),
  getProfile: endpoint({
    method: 'GET',
    path: '/api/users/profile',
    access: 'member',
    isBeforeSecondFactor: true,
    summary: 'The profile of the current account',
    response: profile,
  }),
  updateProfile: endpoint({
    method: 'PUT',
    path: '/api/users/profile',
    access: 'member',
    summary:
      'Change name and email address; a new address requires the current password, or a session that was confirmed within the last 10 minutes, and must be confirmed by email',
    body: profileBody,
    response: profile,
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/api/users/change-password',
    access: 'member',
    isBeforeSecondFactor: true,
    summary: 'Change the password of the current account; ends its other sessions',
    body: changePasswordBody,
    response: done,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/users/confirm',
    access: 'member',
    isBeforeSecondFactor: true,
    summary:
      'Confirm the current session by the password; sensitive requests are then accepted for 10 minutes',
    body: confirmBody,
    response: done,
  }),
  listSessions: endpoint({
    method: 'GET',
    path: '/api/users/sessions',
    access: 'member',
    isBeforeSecondFactor: true,
    scope: 'session',
    summary: 'The sessions of the current account',
    response: sessions,
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/users/sessions',
    access: 'member',
    isBeforeSecondFactor: true,
    summary: 'End all other sessions of the current account, and void their download tickets',
    response: done,
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/users/sessions/:id',
    access: 'member',
    isBeforeSecondFactor: true,
    summary: 'End one session of the current account',
    params: idParams,
    response: done,
  }),
  deleteOwnAccount: endpoint({
    method: 'DELETE',
    path: '/api/users/me',
    access: 'member',
    summary:
      'Delete the current account; requires the password, or a session that was confirmed within the last 10 minutes; refused for the last admin',
    body: deleteAccountBody,
    response: done,
  }),
};

// The preferences of a member.

/** A number of entries: 5 to 100 in steps of 5. */
export const retention = z
  .number()
  .int()
  .min(limits.retentionMin)
  .max(limits.retentionMax)
  .multipleOf(limits.retentionStep);

const preferences = z
  .object({
    emailNotifications: z.boolean(),
    /** How often emails about new games are sent, but not more often than the site allows. Null: as often as the site allows. */
    emailFrequency: emailFrequency.nullable(),
    /** Emails when a request that the member has voted for is answered. */
    requestMails: z.boolean(),
    /** What the bell tells the member about. */
    bellNewGames: z.boolean(),
    bellRequests: z.boolean(),
    bellDownloads: z.boolean(),
    /** Only admins are told: of accounts and contributions that wait, and of troubles. */
    bellApprovals: z.boolean(),
    language,
    defaultSortOrder: sortKey,
    /** The number of entries of the download history that are kept, limited by the admin's maximum. */
    downloadHistoryRetention: retention,
  })
  .meta({ id: 'Preferences' });
export type Preferences = z.infer<typeof preferences>;

const preferencesResponse = preferences.extend({
  maxUserRetention: retention,
  siteEmailFrequency: emailFrequency,
});
export type PreferencesResponse = z.infer<typeof preferencesResponse>;
const preferencesBody = preferences.partial();

export const preferencesEndpoints = {
  getPreferences: endpoint({
    method: 'GET',
    path: '/api/users/preferences',
    access: 'member',
    isBeforeSecondFactor: true,
    summary: 'The preferences of the current account',
    response: preferencesResponse,
  }),
  updatePreferences: endpoint({
    method: 'PUT',
    path: '/api/users/preferences',
    access: 'member',
    isBeforeSecondFactor: true,
    summary: 'Change some preferences of the current account',
    body: preferencesBody,
    response: preferencesResponse,
  }),
};
