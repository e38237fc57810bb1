// Offers passkeys in the menu of a field. Without the library, because browsers that can do this do the rest too, and the login page
// should load no more than it needs.
import type { Assertion, RequestOptions } from '@cellar/contract/people/passkeys.ts';
import { passkeyObstacle } from './obstacle.ts';

/** Whether the browser can list passkeys in the menu of a field. */
export async function canOfferPasskeys(): Promise<boolean> {
  if (passkeyObstacle() || !('parseRequestOptionsFromJSON' in PublicKeyCredential)) return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

/**
 * Lists passkeys in the menu of the field with `autocomplete="… webauthn"`. Undefined if the user chooses none.
 */
export async function offerPasskeys(
  options: RequestOptions,
  signal: AbortSignal,
): Promise<Assertion | undefined> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await navigator.credentials.get({ publicKey, mediation: 'conditional', signal });
  return (credential as PublicKeyCredential | null)?.toJSON() as Assertion | undefined;
}
