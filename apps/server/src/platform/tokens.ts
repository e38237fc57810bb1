import { hash, randomBytes } from 'node:crypto';

/** Returns an unguessable, URL-safe id: 120 random bits, 20 characters. */
export function newId(): string {
  return randomBytes(15).toString('base64url');
}

/** Returns a bearer secret: 256 random bits, 43 characters. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Returns the digest that the database stores instead of the secret. A plain SHA-256 suffices, because the secret is too long
 * to guess.
 */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}
