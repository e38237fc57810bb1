import type { EmailFrequency } from '@cellar/contract/messages/rules/email-frequency.ts';
import type { Language } from '@cellar/contract/people/accounts.ts';
import type { SortKey } from '@cellar/contract/rules/sort.ts';
import type { Generated } from 'kysely';

export interface UsersTable {
  id: string;
  name: string;
  email: string;
  passwordHash: string;
  role: 'member' | 'contributor' | 'admin';
  /** The issuer whose claim made the member an admin, or null. */
  adminIssuer: Generated<string | null>;
  verifiedAt: string | null;
  approvedAt: string | null;
  suspendedAt: string | null;
  createdAt: string;
  /** Since when the member has a second factor, or null. */
  secondFactorAt: Generated<string | null>;
  lastSeenAt: Generated<string | null>;
  /** `foldText(name)`, for searching. Empty for accounts older than this column. */
  nameFold: Generated<string>;
  language: Generated<Language>;
  /** 0 or 1. */
  emailNotifications: Generated<number>;
  /** 1: emails when a request that the member has voted for is answered. */
  requestMails: Generated<number>;
  /** 1: the bell tells of such alerts, as in the next ones. */
  bellNewGames: Generated<number>;
  bellRequests: Generated<number>;
  bellDownloads: Generated<number>;
  /** Only used for admins: accounts and contributions that wait, and troubles. */
  bellApprovals: Generated<number>;
  defaultSortOrder: Generated<SortKey>;
  downloadHistoryRetention: Generated<number>;
  /** How often the member wants emails about new games. Null means as often as the site sends them. */
  emailFrequency: Generated<EmailFrequency | null>;
  /**
   * The highest `announcedNumber` that an email to the member has covered. When a member becomes eligible for these emails, a
   * trigger sets this to the latest number, so that they do not list older games.
   */
  announcedThrough: Generated<number>;
  /** The frequency in effect at the last check: the less frequent of the member's and the site's. */
  digestFrequency: Generated<EmailFrequency | null>;
  /** The end of the last period claimed for a digest. That period and earlier ones get no further digest. */
  digestedAt: Generated<string | null>;
}

export interface InvitationsTable {
  id: string;
  tokenHash: string;
  email: string | null;
  maxUses: number;
  uses: number;
  createdBy: string | null;
  createdAt: string;
  expiresAt: string;
}

export interface SessionsTable {
  id: string;
  tokenHash: string;
  userId: string;
  userAgent: string | null;
  /** The network (`networkOf`) of the address that logged in. Null for sessions older than this column. */
  network: Generated<string | null>;
  createdAt: string;
  lastUsedAt: string;
  expiresAt: string;
  /** When the password or a passkey was last checked. Null for sessions that began before this column existed. */
  confirmedAt: Generated<string | null>;
  /** The login provider at which the session began, or null. */
  providerId: Generated<string | null>;
}

/** The networks that each member has logged in from. */
export interface KnownNetworksTable {
  userId: string;
  network: string;
  usedAt: string;
}

/** The devices that each member has logged in from. */
export interface KnownDevicesTable {
  userId: string;
  /** The hash of what identifies the device (`deviceHashOf`). */
  deviceHash: string;
  usedAt: string;
}

/** Mailed links: to verify an address, to set a new password, or to confirm a new address. */
export interface AccountLinksTable {
  tokenHash: string;
  userId: string;
  kind: 'verify' | 'reset' | 'email';
  /** For `email` links: the new address. */
  email: string | null;
  /** For `verify` links: the new password, when the same address registered again before it was verified. */
  passwordHash: string | null;
  createdAt: string;
  expiresAt: string;
  usedAt: string | null;
}

export interface ApiTokensTable {
  id: string;
  tokenHash: string;
  userId: string;
  name: string;
  /** JSON: scopes of the contract. */
  scopes: string;
  createdAt: string;
  /** Null: never. */
  expiresAt: string | null;
  lastUsedAt: string | null;
  /** The network (`networkOf`) of the address that used it last. */
  lastUsedNetwork: string | null;
}

export interface PasskeysTable {
  id: string;
  userId: string;
  /** Base64url, as chosen by the authenticator. */
  credentialId: string;
  /** The host name that the browser offers it for (the "RP ID"). */
  host: string;
  /** A COSE key, in base64url. */
  publicKey: string;
  /** The last signature counter. Always 0 for authenticators that do not count. */
  counter: number;
  /** JSON: how the browser reaches the authenticator, such as `["internal"]`. */
  transports: string;
  name: string;
  isSynced: number;
  createdAt: string;
  lastUsedAt: string | null;
}

/** What a browser was asked to sign. Each row can be used once. */
export interface PasskeyChallengesTable {
  challengeHash: string;
  purpose: 'add' | 'confirm' | 'login' | 'second step';
  /** The hash of the secret that must come with the answer: the token of the session, or of the login. Empty for logins without a password. */
  boundTo: string;
  expiresAt: string;
}

/** A member has at most one authenticator app. */
export interface AuthenticatorAppsTable {
  userId: string;
  /** The secret in base32, sealed for this member. */
  sealedSecret: string;
  /** The time step (RFC 6238 section 4.2) of the last accepted code. Codes of this step and earlier ones are refused. */
  lastStep: number;
  createdAt: string;
}

/** The recovery codes that are left. */
export interface RecoveryCodesTable {
  codeHash: string;
  userId: string;
}

/** Logins whose password was correct, and which a second factor has yet to finish. */
export interface LoginChallengesTable {
  tokenHash: string;
  userId: string;
  expiresAt: string;
}

/** Devices on which the password suffices. */
export interface TrustedDevicesTable {
  id: string;
  tokenHash: string;
  userId: string;
  userAgent: string | null;
  createdAt: string;
  lastUsedAt: string;
  expiresAt: string;
}

/** The providers that admins have added. */
export interface OidcProvidersTable {
  id: string;
  label: string;
  issuer: string;
  clientId: string;
  /** Encrypted (platform/secret-box.ts). Null for a public client. */
  sealedSecret: string | null;
  /** Those besides `openid profile email`, separated by spaces. */
  scopes: string;
  /** These are 0 or 1. */
  mayCreate: number;
  approvesAtOnce: number;
  trustsEmails: number;
  allowsPrivate: number;
  isEnabled: number;
  adminClaim: string;
  adminValue: string;
  createdAt: string;
}

/** An account of a provider, and the user that it belongs to. */
export interface OidcLinksTable {
  id: string;
  userId: string;
  /** Like that of the provider. */
  issuer: string;
  sub: string;
  /** The address that the provider last named, as information only. */
  email: string | null;
  createdAt: string;
  lastUsedAt: string | null;
}

/** Browsers that were sent to a provider and have not come back. */
export interface OidcLoginsTable {
  stateHash: string;
  browserHash: string;
  providerId: string;
  purpose: 'login' | 'link' | 'confirm';
  /** Null for `login`. */
  userId: string | null;
  /** For `confirm`: the session. */
  sessionHash: string | null;
  redirectUri: string;
  /** The nonce and the PKCE verifier, encrypted. */
  sealed: string;
  returnTo: string;
  language: Language;
  createdAt: string;
  expiresAt: string;
}

/**
 * What finished logins have left for the page of the same browser. `login`: a session can begin. `offer`: the login can be linked to
 * the user with the same address, who has yet to log in.
 */
export interface OidcResultsTable {
  codeHash: string;
  browserHash: string;
  kind: 'login' | 'offer';
  userId: string;
  providerId: string;
  /** JSON, encrypted. */
  sealed: string;
  createdAt: string;
  expiresAt: string;
}

/** How sessions that began at a provider can be ended there. Apart from `sessions`, whose rows are written again and again. */
export interface OidcLogoutsTable {
  sessionId: string;
  /** The address that ends the provider's own session, encrypted. */
  sealedUrl: string;
}
