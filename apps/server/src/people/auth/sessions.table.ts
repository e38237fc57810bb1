import type { Generated } from 'kysely';

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
