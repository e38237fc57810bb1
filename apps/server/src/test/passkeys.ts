// Members with passkeys, at a site with this PUBLIC_URL.

import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { api } from '@cellar/contract/api.ts';
import type {
  Assertion,
  CreationOptions,
  NewCredential,
  Passkey,
  RequestOptions,
} from '@cellar/contract/people/passkeys.endpoints.ts';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { TestApp } from './build-app.ts';
import type { Client } from './client.ts';

export const site = 'https://cellar.example';

export async function addPasskey(
  member: Client,
  authenticator: Authenticator = createAuthenticator({ origin: site }),
): Promise<Passkey> {
  const options = (await member.call(api.askForNewPasskey)).body;
  const json = { name: 'A device', credential: authenticator.create(options) };
  const { status, body } = await member.call(api.addPasskey, { json });
  if (status !== 201) throw new Error(`The passkey was refused: ${body.message}`);
  return body;
}

export async function aMemberWithPasskey(app: TestApp, options: { counts?: boolean } = {}) {
  const member = await app.as('member');
  const authenticator = createAuthenticator({ origin: site, ...options });
  return { member, authenticator, passkey: await addPasskey(member, authenticator) };
}

// An authenticator with a browser around it, for tests of passkeys: creates and signs what the specification (W3C Web Authentication
// Level 3, sections 5.1.3, 5.1.4 and 6) prescribes. `Deviation` makes it deviate, as attackers and broken devices do.

export interface Deviation {
  origin?: string;
  /** The host name that is signed, instead of that in the options. */
  host?: string;
  challenge?: string;
  type?: string;
  /** In a frame of another site. */
  crossOrigin?: boolean;
  topOrigin?: string;
  isPresent?: boolean;
  /** Fingerprint, PIN or the like. */
  isVerified?: boolean;
  counter?: number;
  userHandle?: string;
  /** Signs with another key. */
  key?: KeyObject;
}

interface Credential {
  id: string;
  privateKey: KeyObject;
  userHandle: string;
  counter: number;
}

interface Authenticator {
  credentials: Credential[];
  create(options: CreationOptions, deviation?: Deviation): NewCredential;
  sign(options: RequestOptions, deviation?: Deviation & { with?: Credential }): Assertion;
}

interface Options {
  origin: string;
  /** Passkeys of phones and password managers do not count. */
  counts?: boolean;
}

export function createAuthenticator({ origin, counts = true }: Options): Authenticator {
  const credentials: Credential[] = [];

  return {
    credentials,

    create({ challenge, rp, user }, deviation = {}) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const id = randomBytes(32);
      const credential = { id: id.toString('base64url'), privateKey, userHandle: user.id, counter: 0 };
      credentials.push(credential);
      const attested = Buffer.concat([Buffer.alloc(16), lengthOf(id), id, coseKeyOf(publicKey)]);
      const facts = { counter: 0, ...deviation };
      const authData = Buffer.concat([authDataOf(rp.id, facts, attestedFlag), attested]);
      const attestation = new Map<string, string | Map<string, string> | Uint8Array>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', new Uint8Array(authData)],
      ]);
      return {
        ...named(credential.id),
        response: {
          clientDataJSON: clientDataOf({ type: 'webauthn.create', challenge, origin, ...deviation }),
          attestationObject: base64url(isoCBOR.encode(attestation)),
          transports: ['internal'],
        },
      };
    },

    sign({ challenge, rpId }, { with: chosen, ...deviation } = {}) {
      const credential = chosen ?? credentials.at(-1);
      if (!credential) throw new Error('The authenticator has no passkey');
      if (counts) credential.counter += 1;
      const authData = authDataOf(rpId, { counter: credential.counter, ...deviation });
      const clientDataJSON = clientDataOf({ type: 'webauthn.get', challenge, origin, ...deviation });
      const clientData = Buffer.from(clientDataJSON, 'base64url');
      const signed = Buffer.concat([authData, sha256(clientData)]);
      const signature = createSign('sha256')
        .update(signed)
        .sign(deviation.key ?? credential.privateKey);
      return {
        ...named(credential.id),
        response: {
          clientDataJSON,
          authenticatorData: base64url(authData),
          signature: base64url(signature),
          userHandle: deviation.userHandle ?? credential.userHandle,
        },
      };
    },
  };
}

const named = (id: string) => ({ id, rawId: id, type: 'public-key' as const });
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();

/** Section 5.8.1. */
function clientDataOf({ type, challenge, origin, crossOrigin = false, topOrigin }: Deviation): string {
  return base64url(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin, topOrigin })));
}

const attestedFlag = 0x40;

/** Section 6.1: hash of the host, flags, counter. */
function authDataOf(rpId: string, facts: Deviation & { counter: number }, moreFlags = 0): Buffer {
  const { host = rpId, isPresent = true, isVerified = true, counter } = facts;
  const flags = (isPresent ? 0x01 : 0) | (isVerified ? 0x04 : 0) | moreFlags;
  const counted = Buffer.alloc(4);
  counted.writeUInt32BE(counter);
  return Buffer.concat([sha256(host), Buffer.from([flags]), counted]);
}

function lengthOf(bytes: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return length;
}

/** RFC 9053, sections 2.1 and 7.1.1: an EC2 key on P-256 for ES256. */
function coseKeyOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const key = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ]);
  return Buffer.from(isoCBOR.encode(key));
}
