import { hash, randomBytes } from 'node:crypto';

/** An unguessable, URL-safe id: 120 random bits, 20 characters. */
export function newId(): string {
  return randomBytes(15).toString('base64url');
}

/** A bearer secret: 256 random bits, 43 characters. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the digest of a secret for the database. A plain SHA-256 is enough, because the secret is too long to be guessed. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}
