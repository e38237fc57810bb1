// Invitation links, which replace approval by an admin.
import { z } from 'zod';
import { email, time } from '../text.ts';
import { language, secret } from './accounts.ts';

export const inviteBody = z.object({
  /** The link is mailed to this address and valid only for it. Without an address, anyone who has the link can use it. */
  email: email.optional(),
  maxUses: z.number().int().min(1).max(1000).default(1),
  expiresInDays: z.number().int().min(1).max(365).default(7),
  language: language.default('en'),
});

export type NewInvitation = z.infer<typeof inviteBody>;

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

/** Only this response contains the link, because the server stores only a digest of its secret. */
export const invitationCreated = z.object({ invitation, url: z.string() });

export const inviteQuery = z.object({ invite: secret });

/** `email` is the only address for which the link is valid, or null. */
export const inviteCheck = z.object({ isValid: z.boolean(), email: z.string().nullable() });
