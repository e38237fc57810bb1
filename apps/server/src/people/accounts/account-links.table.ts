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
