// Codes of authenticator apps: RFC 6238 with its defaults, which all apps know (SHA-1, 6 digits, 30 seconds).
import { HOTP, Secret, TOTP } from 'otpauth';
import { AppError } from '#http/errors.ts';

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

// Why a code of an authenticator app is refused.

type CodeProblem = 'wrong' | 'used' | 'clock slow' | 'clock fast' | 'unreadable';

const clockWrong = [
  'clock_wrong',
  'This code belongs to another time. Please check the clock of the device with the app.',
] as const;

const refusals = {
  wrong: [
    'code_wrong',
    'This code is wrong. Please enter the code that the app shows now, and check the clock of its device.',
  ],
  used: ['code_used', 'This code has already been used. Please wait until the app shows the next one.'],
  'clock slow': clockWrong,
  'clock fast': clockWrong,
  unreadable: [
    'app_unreadable',
    'Codes of the app cannot be checked any more. Please use a recovery code, or ask an admin to reset two-step login.',
  ],
} as const;

export function refusalOf(problem: CodeProblem): AppError {
  const [code, message] = refusals[problem];
  return new AppError(code, message);
}

/** A secret that is sealed for one member is no use for another. */
export function secretPurpose(userId: string): string {
  return `authenticator app ${userId}`;
}
