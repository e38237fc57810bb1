// Whether an invitation still lets somebody in.
import type { Invitation } from '@cellar/contract/invitations.ts';

export function invitationState(
  { uses, maxUses, expiresAt }: Pick<Invitation, 'uses' | 'maxUses' | 'expiresAt'>,
  now: number,
): 'open' | 'usedUp' | 'expired' {
  if (uses >= maxUses) return 'usedUp';
  return Date.parse(expiresAt) <= now ? 'expired' : 'open';
}
