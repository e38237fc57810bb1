// What is wrong with a new password and its repetition. Used where a password is set by a link or changed.
import { limits } from '@cellar/contract/rules/limits.ts';

export type PasswordProblem = 'fillAll' | 'tooShort' | 'mismatch';

export function passwordProblem(password: string, confirmation: string): PasswordProblem | undefined {
  if (password === '' || confirmation === '') return 'fillAll';
  if (password.length < limits.passwordMin) return 'tooShort';
  return password === confirmation ? undefined : 'mismatch';
}
