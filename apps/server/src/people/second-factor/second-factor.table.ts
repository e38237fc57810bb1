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
