import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { retention } from '../people/accounts.endpoints.ts';
import { language, password, session } from '../people/accounts.ts';
import { loginButton } from '../people/login-providers.ts';
import { secondFactorRequirement } from '../people/second-factor.ts';
import { limits } from '../rules/limits.ts';
import { email, line, named } from '../text.ts';

// The public facts about the site, its first setup, and its health.

const site = named('Site', {
  name: z.string(),
  version: z.string(),
  registrationEnabled: z.boolean(),
  /** The buttons of the login page. */
  loginProviders: z.array(loginButton),
  /** False: only one admin can log in with a password, for emergencies. */
  localLogin: z.boolean(),
  /** There is no admin yet, so every page redirects to /setup. */
  needsSetup: z.boolean(),
  /** A mail server is configured. Without one, admins verify addresses or pass links on. */
  sendsMail: z.boolean(),
  /** The smallest size of a chunk in bytes. The last chunk of a file may be smaller. */
  minChunkBytes: z.number().int().positive(),
  maxChunkBytes: z.number().int().positive(),
  languages: z.array(z.string()),
});

const setupBody = z.object({
  siteName: line(80),
  name: line(100),
  email,
  password,
  /** The code that the server prints when it starts. */
  setupCode: z.string().trim().max(64).default(''),
  /** The language of the page, which becomes the admin's. */
  language: language.default('en'),
});

const setupResponse = session;

const health = z.object({ status: z.literal('ok') });
const readiness = z.object({
  /** `degraded`: the storage is full, so uploads are refused while everything else works. */
  status: z.enum(['ok', 'degraded']),
  database: z.literal('ok'),
  storage: z.enum(['ok', 'full']),
});

export const siteEndpoints = {
  health: endpoint('GET', '/api/health', 'public', {
    summary: 'Whether the process is running',
    response: health,
  }),
  ready: endpoint('GET', '/api/ready', 'public', {
    summary: 'Whether the database and the storage work',
    response: readiness,
  }),
  openapi: endpoint('GET', '/api/openapi.json', 'public', {
    summary: 'This API as an OpenAPI document',
    produces: 'application/json',
  }),
  docs: endpoint('GET', '/api/docs', 'public', {
    summary: 'This API as a readable page',
    produces: 'text/html',
  }),
  site: endpoint('GET', '/api/site', 'public', {
    summary: 'The public facts about the site that the page needs before login',
    response: site,
  }),
  setup: endpoint('POST', '/api/setup', 'public', {
    summary: 'Create the first admin; refused once an admin exists',
    body: setupBody,
    response: setupResponse,
    status: 201,
  }),
};

/** What a new library needs before it serves others. */
const checklistItems = ['address', 'mailServer', 'backup', 'firstGame', 'friend'] as const;
export type ChecklistItem = (typeof checklistItems)[number];

const checklist = named('Checklist', {
  /** Whether each is done. Null once an admin has dismissed the list. */
  done: z
    .object({
      /** PUBLIC_URL leads others here, not only the server's own computer. */
      address: z.boolean(),
      /** The environment or an admin has decided on a mail server, or on none. */
      mailServer: z.boolean(),
      /** A backup has succeeded, or the schedule will make one. */
      backup: z.boolean(),
      firstGame: z.boolean(),
      /** There is an invitation or a second approved account. */
      friend: z.boolean(),
    })
    .nullable(),
});
export type Checklist = z.infer<typeof checklist>;

export const checklistEndpoints = {
  getChecklist: endpoint('GET', '/api/admin/checklist', 'admin', {
    summary: 'What a new library still needs before it serves others',
    response: checklist,
  }),
  dismissChecklist: endpoint('DELETE', '/api/admin/checklist', 'admin', {
    summary: 'Hide the list from all admins',
    response: checklist,
  }),
};

// The settings of the site.

/** A name for a range of addresses, such as `Clubhouse` for `192.168.1.0/24`. */
export const place = z.object({
  name: line(60),
  range: z.union(
    [z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()],
    'must be a range such as 192.168.1.0/24 or 2001:db8::/32',
  ),
});
export type Place = z.infer<typeof place>;

const adminSettings = named('AdminSettings', {
  downloadHistoryRetention: z.object({ maxUserRetention: retention }),
  /** Controls what the admin's log of downloads records from now on. Members' own histories always include all downloads. */
  usageStatistics: z.object({
    /** If off, nothing is recorded, and the two settings below have no effect. */
    enabled: z.boolean(),
    /** If off, new downloads are not recorded. */
    trackDownloads: z.boolean(),
    /** If off, new downloads are recorded without the member. */
    trackUserActivity: z.boolean(),
  }),
  systemSettings: z.object({
    siteName: line(80),
    /** Anyone can register or request access. Invitations work regardless. */
    registrationEnabled: z.boolean(),
    /** Visitors can open the pages of games. */
    publicGamePages: z.boolean(),
    /** Shown to members instead of the addresses of their sessions. The first range that contains an address counts. */
    places: z.array(place).max(limits.places),
  }),
  security: z.object({
    /** Who must use two-step login. */
    requireSecondFactor: secondFactorRequirement,
  }),
});
export type AdminSettings = z.infer<typeof adminSettings>;

/** Absent groups and absent fields do not change. */
const adminSettingsBody = z.object({
  downloadHistoryRetention: adminSettings.shape.downloadHistoryRetention.partial().optional(),
  usageStatistics: adminSettings.shape.usageStatistics.partial().optional(),
  systemSettings: adminSettings.shape.systemSettings.partial().optional(),
  security: adminSettings.shape.security.partial().optional(),
});

export const settingsEndpoints = {
  getSettings: endpoint('GET', '/api/admin/settings', 'admin', {
    summary: 'The settings of the site',
    response: adminSettings,
  }),
  updateSettings: endpoint('PUT', '/api/admin/settings', 'admin', {
    scope: 'session',
    summary: 'Change some settings of the site',
    body: adminSettingsBody,
    response: adminSettings,
  }),
};
