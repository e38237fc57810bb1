// The protocol of passkeys (W3C Web Authentication Level 3): what browsers are asked for, and the checks of their answers.

import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { Account } from '@cellar/contract/people/accounts.ts';
import type {
  Assertion,
  CreationOptions,
  NewCredential,
  RequestOptions,
} from '@cellar/contract/people/passkeys.endpoints.ts';
import { AppError } from '#http/errors.ts';
import type { Base } from '#platform/base.ts';
import { isoAt, minuteMs } from '#platform/clock.ts';
import { hasNotEnded } from '#platform/lifetimes.ts';
import { hashToken } from '#platform/tokens.ts';
import type { PasskeyChallengesTable } from '../tables.ts';
import type { PasskeyRow } from './passkeys.repository.ts';

/** Takes 25 MB and 0.2 s, which servers without passkeys do not need to spend. */
const library = () => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256, as the specification recommends. */
const algorithms = [-8, -7, -257];

/** The site as browsers know it. `host` is the specification's RP ID. */
export interface PasskeySite {
  host: string;
  origin: string;
}

/** @throws AppError passkeys_impossible for an IP address, which can't be an RP ID */
export function passkeySiteOf(siteUrl: string): PasskeySite {
  const { origin } = new URL(siteUrl);
  const host = passkeyHostOf(siteUrl);
  if (host !== null) return { host, origin };
  throw new AppError(
    'passkeys_impossible',
    'Passkeys need a host name, but the address of this site is an IP address.',
  );
}

/** Null for an IP address. */
export function passkeyHostOf(siteUrl: string): string | null {
  const { hostname } = new URL(siteUrl);
  return isIP(hostname.replace(/^\[|\]$/g, '')) ? null : hostname;
}

export function passkeyRefused(): AppError {
  return new AppError('passkey_refused', 'This passkey was not accepted. Please try again.');
}

export interface CreationFacts {
  site: PasskeySite;
  siteName: string;
  account: Pick<Account, 'name' | 'email'> & { id: string };
  challenge: string;
  /** The member's other passkeys: an authenticator that has one of them creates none. */
  others: PasskeyRow[];
}

export function creationOptions({
  site,
  siteName,
  account,
  challenge,
  others,
}: CreationFacts): CreationOptions {
  return {
    rp: { id: site.host, name: siteName },
    user: { id: userHandleOf(account.id), name: account.email, displayName: account.name },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: challengeMs,
    excludeCredentials: descriptorsOf(others, site),
    // Stored in the authenticator, so that a login needs no email address, and protected by its lock, so that it needs no password.
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  };
}

interface RequestFacts {
  site: PasskeySite;
  challenge: string;
  /** Empty: the browser lets the user choose among all of its passkeys for the site. */
  allowed: PasskeyRow[];
  userVerification: RequestOptions['userVerification'];
}

export function requestOptions({ site, challenge, allowed, userVerification }: RequestFacts): RequestOptions {
  const allowCredentials = descriptorsOf(allowed, site);
  return { challenge, timeout: challengeMs, rpId: site.host, userVerification, allowCredentials };
}

function descriptorsOf(passkeys: PasskeyRow[], { host }: PasskeySite) {
  return passkeys
    .filter((passkey) => passkey.host === host)
    .map(({ credentialId, transports }) => ({
      type: 'public-key' as const,
      id: credentialId,
      transports: JSON.parse(transports),
    }));
}

/** The account as the authenticator stores it. Not the email address, which others might read there (section 14.6.1). */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url');
}

/** Returns the challenge that the browser has signed, which nobody has checked yet. Undefined if the data is not readable. */
export function challengeIn({ response }: NewCredential | Assertion): string | undefined {
  const { challenge } = clientDataOf(response);
  return typeof challenge === 'string' ? challenge : undefined;
}

/** Section 5.8.1. */
function clientDataOf({ clientDataJSON }: { clientDataJSON: string }) {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    return (data ?? {}) as { challenge?: unknown; crossOrigin?: unknown; topOrigin?: unknown };
  } catch {
    return {};
  }
}

/** Section 7.1 steps 10 and 11, section 7.2 steps 13 and 14: Cellar's pages can't be in a frame, so the answer is of another site's page. */
function isFramed({ response }: NewCredential | Assertion): boolean {
  const { crossOrigin, topOrigin } = clientDataOf(response);
  return (crossOrigin !== undefined && crossOrigin !== false) || topOrigin !== undefined;
}

/** Section 7.1. @throws AppError passkey_refused */
export async function verifyNew(credential: NewCredential, challenge: string, { host, origin }: PasskeySite) {
  const { verifyRegistrationResponse } = await library();
  // The library throws for every answer that it does not accept.
  const result = await verifyRegistrationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => undefined);
  if (!result?.verified || isFramed(credential)) throw passkeyRefused();
  const { credential: verified, credentialBackedUp } = result.registrationInfo;
  return {
    credentialId: verified.id,
    publicKey: Buffer.from(verified.publicKey).toString('base64url'),
    counter: verified.counter,
    isSynced: Number(credentialBackedUp),
  };
}

interface Verification {
  passkey: PasskeyRow;
  challenge: string;
  site: PasskeySite;
  needsUserVerification: boolean;
}

/** Section 7.2. Also refuses counters that have not grown. Returns undefined for an answer that is refused. */
export async function verifyAssertion(
  credential: Assertion,
  { passkey, challenge, site, needsUserVerification }: Verification,
) {
  const { userHandle, ...response } = credential.response;
  // Step 6: "verify that response.userHandle identifies the same user account".
  if (userHandle && userHandle !== userHandleOf(passkey.userId)) return undefined;
  const { verifyAuthenticationResponse } = await library();
  const result = await verifyAuthenticationResponse({
    response: { ...credential, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    requireUserVerification: needsUserVerification,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
    },
  }).catch(() => undefined);
  if (!result?.verified || isFramed(credential)) return undefined;
  const { newCounter, credentialBackedUp } = result.authenticationInfo;
  return { counter: newCounter, isSynced: Number(credentialBackedUp) };
}

/**
 * Challenges: random values that a browser signs with a passkey, each for one purpose and once. They are in the database, so any node
 * can check the answer.
 */
const challengeMs = 5 * minuteMs;

/** What a challenge may be used for, and the hash of the secret that must come with the answer. */
export type ChallengeUse = Pick<PasskeyChallengesTable, 'purpose' | 'boundTo'>;

type Deps = Pick<Base, 'db' | 'unflushed' | 'clock'>;

export type Challenges = ReturnType<typeof createChallenges>;

export function createChallenges({ db, unflushed, clock }: Deps) {
  return {
    /** Returns base64url. A power failure may lose the challenge, and the browser then asks for another one. */
    async create(use: ChallengeUse): Promise<string> {
      const challenge = randomBytes(32).toString('base64url');
      const row = { ...use, challengeHash: hashToken(challenge), expiresAt: isoAt(clock, challengeMs) };
      await unflushed((trx) => trx.insertInto('passkeyChallenges').values(row).execute());
      return challenge;
    },

    /** Returns false if there is no such challenge for this use. Of two concurrent calls, only one gets true. */
    async use(challenge: string, { purpose, boundTo }: ChallengeUse): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('passkeyChallenges')
        .where('challengeHash', '=', hashToken(challenge))
        .where('purpose', '=', purpose)
        .where('boundTo', '=', boundTo)
        .where(hasNotEnded(clock, challengeMs))
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },

    async removeExpired(): Promise<void> {
      await db.deleteFrom('passkeyChallenges').where('expiresAt', '<=', isoAt(clock)).execute();
    },
  };
}
