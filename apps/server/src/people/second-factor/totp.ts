// Codes of authenticator apps: RFC 6238 with its defaults, which all apps know (SHA-1, 6 digits, 30 seconds).
import { HOTP, Secret, TOTP } from 'otpauth';

const period = 30;
/** Accepts the codes of the steps before and after the current one (RFC 6238 section 5.2). */
const acceptedSteps = 1;
/** Recognizes codes of clocks that are wrong by up to 10 minutes. */
const recognizedSteps = 20;

/** Returns a secret of 160 random bits (RFC 4226 section 4), in base32. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** Returns the address that a QR code hands over to an app. */
export function uriOf(secret: string, names: { site: string; account: string }): string {
  return new TOTP({ secret, issuer: names.site, label: names.account }).toString();
}

/** The time step of a correct code, or what is wrong with it. */
export type Reading = { step: number } | 'wrong' | 'clock slow' | 'clock fast';

/** Says which time step a code of 6 digits belongs to. Does not know whether the code was used. */
export function readCode(secret: string, code: string, at: Date): Reading {
  const current = TOTP.counter({ period, timestamp: at.getTime() });
  const distance = HOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret),
    counter: current,
    window: recognizedSteps,
  });
  if (distance === null) return 'wrong';
  if (Math.abs(distance) <= acceptedSteps) return { step: current + distance };
  return distance < 0 ? 'clock slow' : 'clock fast';
}
