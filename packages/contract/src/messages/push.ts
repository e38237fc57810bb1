// Push messages to a browser: what the bell tells, even while the site is closed.
import { z } from 'zod';

/** Bytes in base64url without padding (RFC 8291 section 3). */
const base64url = (length: number) =>
  z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${length}}$`), `must be ${length} characters of base64url`);

/** What a browser's PushSubscription says (W3C Push API): where to send messages, and how to encrypt them. */
export const pushSubscription = z.object({
  endpoint: z
    .url({ protocol: /^https?$/, error: 'must be an address' })
    .max(1000, 'must not be longer than 1000 characters'),
  keys: z.object({ p256dh: base64url(87), auth: base64url(22) }),
});
export type PushSubscription = z.infer<typeof pushSubscription>;

export const pushState = z.object({
  /** The key with which a browser subscribes (RFC 8292), in base64url. Null if the site sends no push messages. */
  publicKey: z.string().nullable(),
  /** Whether the browser of this session gets push messages. */
  isOn: z.boolean(),
});
export type PushState = z.infer<typeof pushState>;
