// Who must have a second factor.
import type { SecondFactorRequirement } from '@cellar/contract/people/second-factor.ts';

export function isRequiredOf(isAdmin: boolean, requirement: SecondFactorRequirement): boolean {
  return requirement === 'everyone' || (requirement === 'admins' && isAdmin);
}
