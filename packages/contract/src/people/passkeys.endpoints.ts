import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { done, id, idParams, line, named, time } from '../text.ts';
import { finishedLogin, loginResponse } from './accounts.ts';
import { returnedSecret } from './second-factor.ts';

// Passkeys: logging in and confirming with a device's lock or a security key (W3C Web Authentication Level 3). Binary values are
// base64url, as in the specification's JSON forms.

const binary = (max: number) =>
  z
    .string()
    .max(max, `must not be longer than ${max} characters`)
    .regex(/^[A-Za-z0-9_-]+$/, 'must be base64url');

/** At most 1,023 bytes (section 4, "Credential ID"). */
const credentialId = binary(1364);
const transports = z.array(z.string().regex(/^[a-z-]{1,32}$/)).max(10);

const passkey = named('Passkey', {
  _id: id,
  name: z.string(),
  /** The host name that it belongs to. It can be used nowhere else. */
  host: z.string(),
  /** It is kept by a password manager that copies it to other devices. */
  isSynced: z.boolean(),
  createdAt: time,
  lastUsedAt: time.nullable(),
});
export type Passkey = z.infer<typeof passkey>;

const passkeys = z.object({
  /** The newest first. */
  passkeys: z.array(passkey),
  /** The host name that new passkeys belong to. Null if the site's address is an IP address, which can't have passkeys. */
  host: z.string().nullable(),
});
export type Passkeys = z.infer<typeof passkeys>;

/** `PublicKeyCredentialCreationOptionsJSON` of the specification. */
const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(z.object({ type: z.literal('public-key'), id: z.string(), transports })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});
export type CreationOptions = z.infer<typeof creationOptions>;

/** `PublicKeyCredentialRequestOptionsJSON` of the specification. */
const requestOptions = z.object({
  challenge: z.string(),
  timeout: z.int(),
  rpId: z.string(),
  userVerification: z.enum(['required', 'preferred']),
  allowCredentials: z.array(z.object({ type: z.literal('public-key'), id: z.string(), transports })),
});
export type RequestOptions = z.infer<typeof requestOptions>;

/** `RegistrationResponseJSON` of the specification: a new credential. Everything else in it is ignored. */
const newCredential = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: binary(8000),
    attestationObject: binary(40_000),
    transports: transports.default([]),
  }),
});
export type NewCredential = z.infer<typeof newCredential>;

/** `AuthenticationResponseJSON` of the specification: an answer to a challenge. Everything else in it is ignored. */
const assertion = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: binary(8000),
    authenticatorData: binary(8000),
    signature: binary(8000),
    /** At most 64 bytes (section 4, "User Handle"). */
    userHandle: binary(86).nullish(),
  }),
});
export type Assertion = z.infer<typeof assertion>;

const passkeyName = line(60);
const addPasskeyBody = z.object({ name: passkeyName, credential: newCredential });
const renamePasskeyBody = z.object({ name: passkeyName });
const assertionBody = z.object({ credential: assertion });

const challengeBody = z.object({ challenge: returnedSecret });
const secondStepByPasskey = assertionBody.extend({
  challenge: returnedSecret,
  trustDevice: z.boolean().default(false),
});
export type SecondStepByPasskey = z.infer<typeof secondStepByPasskey>;

export const passkeysEndpoints = {
  listPasskeys: endpoint('GET', '/api/users/passkeys', 'member', {
    scope: 'session',
    isBeforeSecondFactor: true,
    summary: 'The passkeys of the current account',
    response: passkeys,
  }),
  askForNewPasskey: endpoint('POST', '/api/users/passkeys/options', 'member', {
    isSensitive: true,
    isBeforeSecondFactor: true,
    summary: 'What the browser needs to create a passkey; valid for 5 minutes',
    response: creationOptions,
  }),
  addPasskey: endpoint('POST', '/api/users/passkeys', 'member', {
    isSensitive: true,
    isBeforeSecondFactor: true,
    summary: 'Add a passkey to the current account; at most 20',
    body: addPasskeyBody,
    response: passkey,
    status: 201,
  }),
  renamePasskey: endpoint('PUT', '/api/users/passkeys/:id', 'member', {
    isBeforeSecondFactor: true,
    summary: 'Rename a passkey of the current account',
    params: idParams,
    body: renamePasskeyBody,
    response: passkey,
  }),
  deletePasskey: endpoint('DELETE', '/api/users/passkeys/:id', 'member', {
    isSensitive: true,
    isBeforeSecondFactor: true,
    summary: 'Delete a passkey of the current account',
    params: idParams,
    response: done,
  }),
  askForSecondStepPasskey: endpoint('POST', '/api/users/login/second-factor/passkey/options', 'public', {
    reserve: 'all',
    summary: 'What the browser needs to finish a login with a passkey; valid for 5 minutes',
    body: challengeBody,
    response: requestOptions,
  }),
  finishLoginWithPasskey: endpoint('POST', '/api/users/login/second-factor/passkey', 'public', {
    reserve: 'all',
    summary: 'Finish a login with a passkey',
    body: secondStepByPasskey,
    response: finishedLogin,
  }),
  askForConfirmingPasskey: endpoint('POST', '/api/users/confirm/passkey/options', 'member', {
    isBeforeSecondFactor: true,
    summary: 'What the browser needs to confirm the current session by a passkey; valid for 5 minutes',
    response: requestOptions,
  }),
  confirmWithPasskey: endpoint('POST', '/api/users/confirm/passkey', 'member', {
    isBeforeSecondFactor: true,
    summary: 'Confirm the current session by a passkey',
    body: assertionBody,
    response: done,
  }),
};

/** Apart from the others, because the login page needs them. */
export const passkeyLoginEndpoints = {
  askForLoginPasskey: endpoint('POST', '/api/users/login/passkey/options', 'public', {
    reserve: 'all',
    summary: 'What the browser needs to log in with a passkey; valid for 5 minutes',
    response: requestOptions,
  }),
  logInWithPasskey: endpoint('POST', '/api/users/login/passkey', 'public', {
    reserve: 'all',
    summary: 'Log in with a passkey instead of email and password',
    body: assertionBody,
    response: loginResponse,
  }),
};
