import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { emailFrequency } from '../messages/rules/email-frequency.ts';
import { limits } from '../rules/limits.ts';
import { done, idParams, named, sortKey } from '../text.ts';
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
  login: endpoint('POST', '/api/users/login', 'public', {
    reserve: 'all',
    summary: 'Log in',
    body: loginBody,
    response: loginResponse,
  }),
  logout: endpoint('POST', '/api/users/logout', 'member', {
    isBeforeSecondFactor: true,
    reserve: 'all',
    summary: 'End the current session',
    response: logoutResponse,
  }),
  me: endpoint('GET', '/api/users/me', 'member', {
    isBeforeSecondFactor: true,
    summary: 'The current account',
    response: account,
  }),
  register: endpoint('POST', '/api/users', 'public', {
    summary: 'Register; the response is the same whether or not the address is known',
    body: registerBody,
    response: done,
    status: 201,
  }),
  requestAccess: endpoint('POST', '/api/auth/request-access', 'public', {
    summary: 'Request access; returns a session if an invitation already verifies and approves the account',
    body: registerBody,
    response: requestAccessResponse,
    status: 201,
  }),
  verifyEmail: endpoint('GET', '/api/users/verify/:token', 'public', {
    summary: 'Verify an email address with the mailed link; may be repeated',
    params: verifyParams,
    response: done,
  }),
  resendVerification: endpoint('POST', '/api/auth/resend-verification', 'public', {
    summary: 'Mail the verification link again; the response is always the same',
    body: emailBody,
    response: done,
  }),
  forgotPassword: endpoint('POST', '/api/auth/forgot-password', 'public', {
    summary: 'Mail a link to set a new password; the response is always the same',
    body: emailBody,
    response: forgotResponse,
  }),
  resetPassword: endpoint('POST', '/api/auth/reset-password', 'public', {
    summary: 'Set a new password with the mailed link; ends every session',
    body: resetBody,
    response: resetResponse,
  }),
  getProfile: endpoint('GET', '/api/users/profile', 'member', {
    isBeforeSecondFactor: true,
    summary: 'The profile of the current account',
    response: profile,
  }),
  updateProfile: endpoint('PUT', '/api/users/profile', 'member', {
    summary:
      'Change name and email address; a new address requires the current password, or a session that was confirmed within the last 10 minutes, and must be confirmed by email',
    body: profileBody,
    response: profile,
  }),
  changePassword: endpoint('PUT', '/api/users/change-password', 'member', {
    isBeforeSecondFactor: true,
    summary: 'Change the password of the current account; ends its other sessions',
    body: changePasswordBody,
    response: done,
  }),
  confirm: endpoint('POST', '/api/users/confirm', 'member', {
    isBeforeSecondFactor: true,
    summary:
      'Confirm the current session by the password; sensitive requests are then accepted for 10 minutes',
    body: confirmBody,
    response: done,
  }),
  listSessions: endpoint('GET', '/api/users/sessions', 'member', {
    isBeforeSecondFactor: true,
    scope: 'session',
    summary: 'The sessions of the current account',
    response: sessions,
  }),
  endOtherSessions: endpoint('DELETE', '/api/users/sessions', 'member', {
    isBeforeSecondFactor: true,
    summary: 'End all other sessions of the current account, and void their download tickets',
    response: done,
  }),
  endSession: endpoint('DELETE', '/api/users/sessions/:id', 'member', {
    isBeforeSecondFactor: true,
    summary: 'End one session of the current account',
    params: idParams,
    response: done,
  }),
  deleteOwnAccount: endpoint('DELETE', '/api/users/me', 'member', {
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

const preferences = named('Preferences', {
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
});
export type Preferences = z.infer<typeof preferences>;

const preferencesResponse = preferences.extend({
  maxUserRetention: retention,
  siteEmailFrequency: emailFrequency,
});
export type PreferencesResponse = z.infer<typeof preferencesResponse>;
const preferencesBody = preferences.partial();

export const preferencesEndpoints = {
  getPreferences: endpoint('GET', '/api/users/preferences', 'member', {
    isBeforeSecondFactor: true,
    summary: 'The preferences of the current account',
    response: preferencesResponse,
  }),
  updatePreferences: endpoint('PUT', '/api/users/preferences', 'member', {
    isBeforeSecondFactor: true,
    summary: 'Change some preferences of the current account',
    body: preferencesBody,
    response: preferencesResponse,
  }),
};
