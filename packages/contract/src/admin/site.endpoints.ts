import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { language, password, session } from '../people/accounts.ts';
import { loginButton } from '../people/login-providers.ts';
import { email, line } from '../text.ts';

// The public facts about the site, its first setup, and its health.

const site = z
  .object({
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
  })
  .meta({ id: 'Site' });

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
  health: endpoint({
    method: 'GET',
    path: '/api/health',
    access: 'public',
    summary: 'Whether the process is running',
    response: health,
  }),
  ready: endpoint({
    method: 'GET',
    path: '/api/ready',
    access: 'public',
    summary: 'Whether the database and the storage work',
    response: readiness,
  }),
  openapi: endpoint({
    method: 'GET',
    path: '/api/openapi.json',
    access: 'public',
    summary: 'This API as an OpenAPI document',
    produces: 'application/json',
  }),
  docs: endpoint({
    method: 'GET',
    path: '/api/docs',
    access: 'public',
    summary: 'This API as a readable page',
    produces: 'text/html',
  }),
  site: endpoint({
    method: 'GET',
    path: '/api/site',
    access: 'public',
    summary: 'The public facts about the site that the page needs before login',
    response: site,
  }),
  setup: endpoint({
    method: 'POST',
    path: '/api/setup',
    access: 'public',
    summary: 'Create the first admin; refused once an admin exists',
    body: setupBody,
    response: setupResponse,
    status: 201,
  }),
};
