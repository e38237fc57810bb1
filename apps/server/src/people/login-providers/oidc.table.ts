import type { Language } from '@cellar/contract/people/accounts.ts';

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
