// Invitations: links by which somebody gets in without waiting for approval.
import { z } from 'zod';
import { language, secret } from './accounts.ts';
import { email, time } from './text.ts';

export const inviteBody = z.object({
  /** Mails the link there, and binds it to this address. Without it the link is for whoever has it. */
  email: email.optional(),
  maxUses: z.number().int().min(1).max(1000).default(1),
  expiresInDays: z.number().int().min(1).max(365).default(7),
  language: language.default('en'),
});

export const invitation = z
  .object({
    _id: z.string(),
    email: z.string().nullable(),
    maxUses: z.number().int(),
    uses: z.number().int(),
    createdAt: time,
    expiresAt: time,
    createdBy: z.string().nullable(),
  })
  .meta({ id: 'Invitation' });
export type Invitation = z.infer<typeof invitation>;

export const invitations = z.object({ invitations: z.array(invitation) });

/** The link is told once: only its digest is kept. */
export const invitationCreated = z.object({ invitation, url: z.string() });

export const inviteQuery = z.object({ invite: secret });
/** Whether a link still holds, and the address it is bound to. */
export const inviteCheck = z.object({ isValid: z.boolean(), email: z.string().nullable() });
