// Why a code of an authenticator app is refused.
import { AppError } from '#http/errors.ts';

export type CodeProblem = 'wrong' | 'used' | 'clock slow' | 'clock fast' | 'unreadable';

const clockWrong = [
  'clock_wrong',
  'This code belongs to another time. Please check the clock of the device with the app.',
] as const;

const refusals = {
  wrong: [
    'code_wrong',
    'This code is wrong. Please enter the code that the app shows now, and check the clock of its device.',
  ],
  used: ['code_used', 'This code was used before. Please wait until the app shows the next one.'],
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
