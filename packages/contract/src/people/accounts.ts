// Accounts, sessions, and the admin's list of users (specification sections 3 and 6).
import { z } from 'zod';
import { limits } from '../rules/limits.ts';
import { done, email, id, line, named, optionalLine, pageNumber, pagePlace, time } from '../text.ts';
import { deviceToken, needsSecondFactor } from './second-factor.ts';

/** A new password. Only its length in UTF-16 units is checked. */
export const password = z
  .string()
  .min(limits.passwordMin, `Password must be at least ${limits.passwordMin} characters long`)
  .max(limits.passwordMax, `Password must be at most ${limits.passwordMax} characters long`);

export const loginBody = z.object({
  email,
  password: z.string().min(1, 'is required').max(limits.passwordMax),
  /** Of a device that an earlier login made trusted. */
  deviceToken: deviceToken.optional(),
});

export const account = named('Account', {
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  /** May add games and files, which wait for an admin. False for admins, who need not wait. */
  isContributor: z.boolean(),
  isApproved: z.boolean(),
  isVerified: z.boolean(),
  isSuspended: z.boolean(),
});

export type Account = z.infer<typeof account>;

/** A new session: the bearer token and its account. */
export const session = account.extend({ token: z.string() }).meta({ id: 'Session' });

export type Session = z.infer<typeof session>;

/** The response to the second step of a login. `deviceToken` stands for that step on a device that the member trusts. */
export const finishedLogin = session.extend({ deviceToken: deviceToken.optional() });
export type FinishedLogin = z.infer<typeof finishedLogin>;

/** The response to a login with the correct password: a session, or what is missing for one. */
export const loginResponse = z.union([
  z.object({ needsVerification: z.literal(true), message: z.string() }),
  z.object({ pendingApproval: z.literal(true), message: z.string() }),
  needsSecondFactor,
  session,
]);

export type LoginResponse = z.infer<typeof loginResponse>;

/** `logoutUrl`: the page of the login provider that ends its own session, if the session began there. */
export const logoutResponse = done.extend({ logoutUrl: z.string().optional() });

/** A secret from a link. The schema checks only its length. */
export const secret = z.string().trim().min(1).max(128);

/** The languages of the page and of emails. */
export const languages = ['de', 'en', 'es', 'fr', 'it', 'pl', 'pt-BR'] as const;
export const language = z.enum(languages);
export type Language = z.infer<typeof language>;

/** The body of both ways to register. `language` is the language of the page, for the first mails. */
export const registerBody = z.object({
  name: line(100),
  email,
  password,
  /** The secret of an invitation link. */
  invite: secret.optional(),
  language: language.default('en'),
});

export type Registration = z.infer<typeof registerBody>;

/** Includes a session if an invitation mailed to this address already verifies and approves the account. */
export const requestAccessResponse = z.union([session.extend({ message: z.string() }), done]);

export const verifyParams = z.object({ token: secret });
export const emailBody = z.object({ email });
export const forgotResponse = z.object({ resetTokenSent: z.literal(true) });
export const resetBody = z.object({ token: secret, newPassword: password });
export const resetResponse = z.object({ passwordReset: z.literal(true), message: z.string() });

export const profile = account.extend({
  /** A new address that has not been confirmed yet, or null. */
  pendingEmail: z.string().nullable(),
  /** False: the account was made by a login provider, and its owner has not set a password. */
  hasPassword: z.boolean(),
  createdAt: time,
});
export type Profile = z.infer<typeof profile>;

export const profileBody = z.object({
  name: line(100),
  email,
  /** Required to change the address, unless the session was confirmed within the last 10 minutes. */
  currentPassword: z.string().max(limits.passwordMax).optional(),
});
export type ProfileChange = z.infer<typeof profileBody>;

export const changePasswordBody = z.object({
  currentPassword: z.string().min(1, 'is required').max(limits.passwordMax),
  newPassword: password,
});

export const sessionInfo = named('SessionInfo', {
  _id: z.string(),
  /** The `User-Agent` header, or null. */
  userAgent: z.string().nullable(),
  /** The network in which the session began: an IPv4 address, or the /64 network of an IPv6 address. Null for old sessions. */
  network: z.string().nullable(),
  /** The name that admins gave to a range of addresses which contains the network, or null. */
  place: z.string().nullable(),
  createdAt: time,
  lastUsedAt: time,
  isCurrent: z.boolean(),
});
export type SessionInfo = z.infer<typeof sessionInfo>;

export const sessions = z.object({ sessions: z.array(sessionInfo) });

/** Confirms that the person who uses a session is its member. */
export const confirmBody = z.object({
  password: z.string().min(1, 'is required').max(limits.passwordMax),
});

export const deleteAccountBody = z.object({
  /** Required unless the session was confirmed within the last 10 minutes. */
  password: z.string().min(1, 'is required').max(limits.passwordMax).optional(),
});

export const accountState = z.enum([
  'approved',
  'pending',
  'unverified',
  'suspended',
  'contributor',
  'admin',
]);

export const usersQuery = z.object({
  page: pageNumber,
  limit: z.coerce.number().int().min(1).max(200).default(50),
  /** Part of a name or an address. Case is ignored. */
  search: optionalLine(254).default(''),
  state: accountState.optional(),
});

export type UsersQuery = z.infer<typeof usersQuery>;

export const listedUser = account
  .extend({ createdAt: time, lastSeenAt: time.nullable(), hasSecondFactor: z.boolean() })
  .meta({ id: 'ListedUser' });
export type ListedUser = z.infer<typeof listedUser>;

export const usersResponse = z.object({
  users: z.array(listedUser),
  ...pagePlace,
  totalUsers: z.number().int(),
  /** How many accounts wait for an admin, regardless of the search: for approval or, without a mail server, for verification. */
  waiting: z.number().int(),
});

export const userParams = z.object({ userId: id });
export const changeUserBody = z
  .object({
    isSuspended: z.boolean().optional(),
    isAdmin: z.boolean().optional(),
    /** Admins have no other role: `true` needs a member who is not an admin. */
    isContributor: z.boolean().optional(),
    /** Lets the admin verify the address if its owner cannot confirm it by email. */
    isVerified: z.literal(true).optional(),
  })
  .refine(
    (body) => Object.values(body).some((value) => value !== undefined),
    'needs isSuspended, isAdmin, isContributor or isVerified',
  )
  .refine(
    (body) => !(body.isAdmin && body.isContributor),
    'an account is an admin or a contributor, not both',
  );
export type UserChange = z.infer<typeof changeUserBody>;

export const userResponse = z.object({ message: z.string(), user: listedUser });

/** `isDelivering` is false if the email waits in the outbox, because no mail server is configured. */
export const resendResponse = done.extend({ isDelivering: z.boolean() });
