// Creates and uses passkeys. The library that talks to the browser is loaded when it is needed.
import type {
  Assertion,
  CreationOptions,
  NewCredential,
  RequestOptions,
} from '@cellar/contract/people/passkeys.endpoints.ts';
import { loadOnce } from '../lazy-code.ts';

const load = () => import('@simplewebauthn/browser');

/** `exists`: the device has a passkey for the account. `elsewhere`: the site's passkeys belong to another address, `host`. */
export class PasskeyError extends Error {
  readonly reason: 'canceled' | 'exists' | 'elsewhere' | 'failed';
  readonly host: string;

  constructor(reason: PasskeyError['reason'], host: string, cause: unknown) {
    super(`The browser has no passkey for us: ${reason}`, { cause });
    this.reason = reason;
    this.host = host;
  }
}

/** @throws PasskeyError */
export async function createPasskey(options: CreationOptions): Promise<NewCredential> {
  const { startRegistration } = await loadOnce(load);
  const { response, ...credential } = await startRegistration({ optionsJSON: options }).catch((error) => {
    throw asPasskeyError(error, options.rp.id);
  });
  return { ...credential, response: { ...response, transports: response.transports ?? [] } };
}

/** Lets the user choose a passkey. @throws PasskeyError */
export async function choosePasskey(options: RequestOptions): Promise<Assertion> {
  const { startAuthentication } = await loadOnce(load);
  return startAuthentication({ optionsJSON: options }).catch((error) => {
    throw asPasskeyError(error, options.rpId);
  });
}

const reasons: Record<string, PasskeyError['reason']> = {
  // The browser says no more, also when there is no passkey or the time is over.
  NotAllowedError: 'canceled',
  AbortError: 'canceled',
  InvalidStateError: 'exists',
  SecurityError: 'elsewhere',
};

function asPasskeyError(error: Error, host: string): PasskeyError {
  return new PasskeyError(reasons[error.name] ?? 'failed', host, error);
}

/** Why passkeys can't be used on this page, or undefined. */
export function passkeyObstacle(): 'insecure' | 'address' | 'unsupported' | undefined {
  if (!window.isSecureContext) return 'insecure';
  // They belong to a host name (the specification's RP ID), which an IP address is not.
  if (/^[\d.]+$|^\[/.test(window.location.hostname)) return 'address';
  return 'PublicKeyCredential' in window ? undefined : 'unsupported';
}
