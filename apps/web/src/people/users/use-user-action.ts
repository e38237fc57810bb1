// Performs an admin's action on an account and shows the result.

import { adminApi } from '@cellar/contract/admin-api.ts';
import type { ListedUser } from '@cellar/contract/people/accounts.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import type { TFunction } from '#i18n/text-keys.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { useApi } from '#lib/api-context.ts';
import type { ApiError } from '#lib/api-error.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { toast } from '#ui/toasts/toast.tsx';

export type UserAction =
  | 'approve'
  | 'delete'
  | 'suspend'
  | 'lift'
  | 'makeContributor'
  | 'removeContributor'
  | 'makeAdmin'
  | 'removeAdmin'
  | 'resend'
  | 'resetSecondFactor'
  | 'verify';

const changes = {
  suspend: { isSuspended: true },
  lift: { isSuspended: false },
  makeContributor: { isContributor: true },
  removeContributor: { isContributor: false },
  makeAdmin: { isAdmin: true },
  removeAdmin: { isAdmin: false },
  verify: { isVerified: true },
} as const;

const doneText = {
  approve: 'done.approved',
  delete: 'done.deleted',
  suspend: 'done.suspended',
  lift: 'done.lifted',
  makeContributor: 'done.contributorMade',
  removeContributor: 'done.contributorRemoved',
  makeAdmin: 'done.adminMade',
  removeAdmin: 'done.adminRemoved',
  resend: 'done.resent',
  resetSecondFactor: 'done.secondFactorReset',
  verify: 'done.verified',
} as const;

export function useUserAction(user: ListedUser, onSettled: () => void) {
  const { t } = useTranslation('users');
  const client = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (action: UserAction) => send(client, user._id, action),
    onSuccess: ({ isDelivering = true }, action) => {
      if (isDelivering) toast.success(t(doneText[action], { name: user.name, email: user.email }));
      else toast.warning(t('done.resentNowhere', { email: user.email }));
    },
    onError: (error, action) => showFailure(t, action, error),
    onSettled: () => {
      onSettled();
      return queryClient.invalidateQueries({ queryKey: queryKeys.users.all });
    },
  });
}

/** `isDelivering` is absent unless the action is to send a link. */
function send(
  client: ApiClient,
  userId: string,
  action: UserAction,
): Promise<{ message: string; isDelivering?: boolean }> {
  const params = { userId };
  if (action === 'approve') return client.call(adminApi.approveAccess, { params });
  if (action === 'delete') return client.call(adminApi.deleteUser, { params });
  if (action === 'resend') return client.call(adminApi.resendVerificationFor, { params });
  if (action === 'resetSecondFactor') return client.call(adminApi.resetSecondFactor, { params });
  return client.call(adminApi.changeUser, { params, body: changes[action] });
}

function showFailure(t: TFunction<'users'>, action: UserAction, error: ApiError): void {
  // The admin has closed the question whether it is them.
  if (error.code === 'confirmation_required') return;
  if (error.code === 'email_unverified') toast.warning(t('failed.unverified'));
  else toast.error(failureText(t, action, error));
}

function failureText(t: TFunction<'users'>, action: UserAction, error: ApiError): string {
  const isRefused = error.code === 'own_account' || error.code === 'last_admin';
  if (action === 'delete' && !isRefused) return t('failed.delete');
  if (action === 'resend') return t('failed.resend');
  return errorText(error, t(action === 'approve' ? 'failed.approve' : 'failed.change'));
}
