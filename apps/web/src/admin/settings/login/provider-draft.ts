// The values of the form that adds or edits a login provider.
import type { adminApi } from '@cellar/contract/admin-api.ts';
import type { BodyInputOf } from '@cellar/contract/endpoint.ts';
import type { LoginProvider } from '@cellar/contract/people/login-providers.ts';

export interface ProviderDraft {
  label: string;
  issuer: string;
  clientId: string;
  /** Empty for the stored secret, or for none. Null to remove the stored one. */
  clientSecret: string | null;
  scopes: string;
  mayCreate: boolean;
  approvesAtOnce: boolean;
  trustsEmails: boolean;
  adminClaim: string;
  adminValue: string;
  allowsPrivate: boolean;
  isEnabled: boolean;
}

const empty: ProviderDraft = {
  ...{ label: '', issuer: '', clientId: '', clientSecret: '', scopes: '', adminClaim: '', adminValue: '' },
  ...{ mayCreate: false, approvesAtOnce: false, trustsEmails: false, allowsPrivate: false, isEnabled: true },
};

export function draftOf(provider: LoginProvider | undefined): ProviderDraft {
  if (!provider) return empty;
  const { _id, hasSecret, isFixed, isReadable, ...values } = provider;
  return { ...values, clientSecret: '' };
}

export function bodyOf({
  clientSecret,
  ...values
}: ProviderDraft): BodyInputOf<typeof adminApi.addLoginProvider> {
  return { ...values, ...(clientSecret?.trim() && { clientSecret }) };
}

/** Leaves out the secret if it stays as it is stored. */
export function changeOf(draft: ProviderDraft): BodyInputOf<typeof adminApi.changeLoginProvider> {
  return { ...bodyOf(draft), ...(draft.clientSecret === null && { clientSecret: null }) };
}
