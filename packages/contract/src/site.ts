// The site itself: what a page must know before anybody logs in, the first set-up, and health.
import { z } from 'zod';
import { password, session } from './accounts.ts';
import { email, line } from './text.ts';

export const site = z
  .object({
    name: z.string(),
    version: z.string(),
    registrationEnabled: z.boolean(),
    /** No admin yet: every page leads to /setup. */
    needsSetup: z.boolean(),
    /** The set-up form must ask for the code that the server printed (the caller is not on the machine itself). */
    needsSetupCode: z.boolean(),
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
  setupCode: z.string().trim().max(64).optional(),
});

export const setupResponse = session;

export const health = z.object({ status: z.literal('ok') });
export const readiness = z.object({
  status: z.literal('ok'),
  database: z.literal('ok'),
  storage: z.literal('ok'),
});
