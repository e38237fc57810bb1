// The public facts about the site, its first setup, and its health.
import { z } from 'zod';
import { language, password, session } from '../people/accounts.ts';
import { loginButton } from '../people/login-providers.ts';
import { email, line } from '../text.ts';

export const site = z
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

export type Site = z.infer<typeof site>;

export const setupBody = z.object({
  siteName: line(80),
  name: line(100),
  email,
  password,
  /** The code that the server prints when it starts. */
  setupCode: z.string().trim().max(64).default(''),
  /** The language of the page, which becomes the admin's. */
  language: language.default('en'),
});

export const setupResponse = session;

export const health = z.object({ status: z.literal('ok') });
export const readiness = z.object({
  /** `degraded`: the storage is full, so uploads are refused while everything else works. */
  status: z.enum(['ok', 'degraded']),
  database: z.literal('ok'),
  storage: z.enum(['ok', 'full']),
});
