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
    /** There is a mail server. Without one an admin confirms addresses, or hands links over. */
    sendsMail: z.boolean(),
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
  /** The server prints it when it starts. */
  setupCode: z.string().trim().max(64).default(''),
});

export const setupResponse = session;

export const health = z.object({ status: z.literal('ok') });
export const readiness = z.object({
  /** Degraded: nothing new is taken in; what is there is served. */
  status: z.enum(['ok', 'degraded']),
  database: z.literal('ok'),
  storage: z.enum(['ok', 'full']),
});
