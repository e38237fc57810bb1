// Loaded when the button is pressed.

import { memberApi } from '@cellar/contract/member-api.ts';
import type { LoginResponse } from '@cellar/contract/people/accounts.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { ApiError } from '#lib/api-error.ts';
import { choosePasskey, PasskeyError } from '#lib/passkeys/ceremony.ts';
import { toastPasskeyFailure } from '#ui/toasts/toast-passkey.ts';

/** Undefined if it has failed, which the user was told. */
export async function logInWithPasskey(client: ApiClient): Promise<LoginResponse | undefined> {
  try {
    const options = await client.call(memberApi.askForLoginPasskey);
    const credential = await choosePasskey(options);
    return await client.call(memberApi.logInWithPasskey, { body: { credential } });
  } catch (error) {
    if (!(error instanceof PasskeyError) && !(error instanceof ApiError)) throw error;
    toastPasskeyFailure(error);
    return undefined;
  }
}
