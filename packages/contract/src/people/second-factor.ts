// Two-step login: a code of an authenticator app (RFC 6238) or a passkey after the password. Called the second factor in the code.
import { z } from 'zod';
import { limits as siteLimits } from '../rules/limits.ts';
import { id, named, time } from '../text.ts';

/** What a login can be finished with. Recovery codes are listed only while some are left. */
export const secondFactorMethod = z.enum(['code', 'passkey', 'recoveryCode']);
export type SecondFactorMethod = z.infer<typeof secondFactorMethod>;

/** The response to a login whose password is correct, and which a second factor must finish. */
export const needsSecondFactor = named('NeedsSecondFactor', {
  needsSecondFactor: z.literal(true),
  message: z.string(),
  /** A secret that names this login for 10 minutes. */
  challenge: z.string(),
  methods: z.array(secondFactorMethod),
});
export type NeedsSecondFactor = z.infer<typeof needsSecondFactor>;

/** A secret of the server that a client sends back. The schema checks only its length. */
export const returnedSecret = z.string().min(1, 'is required').max(siteLimits.returnedSecretMax);

/** The secret of a trusted device, which the login sends along. */
export const deviceToken = returnedSecret.describe('The secret of a trusted device');

/** People copy codes with spaces or hyphens, and keyboards produce digits of full width. */
const typed = z
  .string()
  .max(100, 'must not be longer than 100 characters')
  .transform((value) => value.normalize('NFKC').replace(/[\s\p{Dash}\p{Cf}]/gu, ''));

/** A code of an authenticator app. */
export const appCode = typed.pipe(z.string().regex(/^[0-9]{6}$/, 'must be 6 digits'));

/** A recovery code. Case is ignored. */
export const recoveryCode = typed.pipe(
  z
    .string()
    .toLowerCase()
    .regex(/^[a-z0-9]{16}$/, 'must be 16 letters and digits'),
);

/** Exactly one of `code` and `recoveryCode`. */
export const secondStepBody = z
  .object({
    challenge: returnedSecret,
    code: appCode.optional(),
    recoveryCode: recoveryCode.optional(),
    /** The response contains a `deviceToken`, which stands for the second factor for 30 days. */
    trustDevice: z.boolean().default(false),
  })
  .refine(
    (body) => (body.code === undefined) !== (body.recoveryCode === undefined),
    'needs either code or recoveryCode',
  );
export type SecondStep = z.infer<typeof secondStepBody>;

export const trustedDevice = named('TrustedDevice', {
  _id: id,
  /** The `User-Agent` header, or null. */
  userAgent: z.string().nullable(),
  createdAt: time,
  /** The last login that it was trusted for, or the one that made it trusted. */
  lastUsedAt: time,
  expiresAt: time,
});
export type TrustedDevice = z.infer<typeof trustedDevice>;

export const secondFactor = named('SecondFactor', {
  /** Since when logins ask for it, or null. */
  onSince: time.nullable(),
  /** The site requires it of this member. */
  isRequired: z.boolean(),
  hasApp: z.boolean(),
  recoveryCodesLeft: z.int(),
  devices: z.array(trustedDevice),
});
export type SecondFactor = z.infer<typeof secondFactor>;

/** What an authenticator app needs. Nothing changes until `confirmApp` gets a code of the app. */
export const appSetup = z.object({
  /** In base32. */
  secret: z.string(),
  /** The same as an `otpauth:` address, for a QR code. */
  uri: z.string(),
  /** The secret, sealed by the server for 30 minutes. */
  setup: z.string(),
});
export type AppSetup = z.infer<typeof appSetup>;

export const confirmAppBody = z.object({ setup: returnedSecret, code: appCode });

/** The answer to a new method. Null if the member already had recovery codes, and these stay valid. */
export const turnedOn = z.object({ recoveryCodes: z.array(z.string()).nullable() });

export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** Who must use two-step login. */
export const secondFactorRequirement = z.enum(['nobody', 'admins', 'everyone']);
export type SecondFactorRequirement = z.infer<typeof secondFactorRequirement>;
