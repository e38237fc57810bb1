import type { Scope } from '../../endpoint.ts';

/** Returns the scopes that a member may give to an API token: what the member may do, without what only others may. */
export function grantableScopes({
  isAdmin,
  isContributor,
}: {
  isAdmin: boolean;
  isContributor: boolean;
}): Scope[] {
  const forAll: Scope[] = ['read', 'download'];
  if (isAdmin) return [...forAll, 'upload', 'admin'];
  return isContributor ? [...forAll, 'upload'] : forAll;
}
