// An admin's actions on one account: Approve as a button, the others in a menu.
import { adminApi } from '@cellar/contract/admin-api.ts';
import type { ListedUser } from '@cellar/contract/people/accounts.ts';
import { Button, Group, Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorText } from '#i18n/error-text.ts';
import { lazyWithTexts } from '#i18n/language.ts';
import type { TFunction } from '#i18n/text-keys.ts';
import type { ApiClient } from '#lib/api-client.ts';
import type { ApiError } from '#lib/api-error.ts';
import { activityPath } from '#lib/paths.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { MoreMenu } from '#ui/more-menu.tsx';
import { toast } from '#ui/toasts/toast.tsx';

const UserLimitsDialog = lazyWithTexts(
  async () => (await import('./user-limits-dialog.tsx')).UserLimitsDialog,
  'member',
);

/** Actions that ask for confirmation. */
type ConfirmedAction = Exclude<UserAction, 'approve' | 'lift' | 'resend'>;
type MenuAction = Exclude<ConfirmedAction, 'verify'> | 'lift' | 'limits' | 'resend';

export interface UserActionsProps {
  user: ListedUser;
  isOwn: boolean;
}

export function UserActions({ user, isOwn }: UserActionsProps) {
  const { t } = useTranslation(['users', 'downloadActivity']);
  const [confirming, setConfirming] = useState<ConfirmedAction>();
  const [showsLimits, setShowsLimits] = useState(false);
  const action = useUserAction(user, () => setConfirming(undefined));
  const { name, email } = user;
  const menuItems = menuActions(user, isOwn);
  const handleMenu = (chosen: MenuAction) => {
    if (chosen === 'lift' || chosen === 'resend') action.mutate(chosen);
    else if (chosen === 'limits') setShowsLimits(true);
    else setConfirming(chosen);
  };
  return (
    <Group justify="flex-end" gap="var(--space-2)" ml="auto">
      {/* Instead of Approve, which the server refuses until the owner or an admin has confirmed the address. */}
      {!user.isVerified && (
        <Button
          variant="default"
          size="sm"
          aria-label={t('actions.verifyName', { name })}
          onClick={() => setConfirming('verify')}
        >
          {t('actions.verify')}
        </Button>
      )}
      {user.isVerified && !user.isApproved && (
        <Button
          size="sm"
          leftSection={<IconCheck size={17} />}
          loading={action.isPending && action.variables === 'approve'}
          aria-label={t('actions.approveName', { name })}
          onClick={() => action.mutate('approve')}
        >
          {t('actions.approve')}
        </Button>
      )}
      {menuItems.length > 0 && (
        <MoreMenu
          label={t('actions.more', { name })}
          isLoading={action.isPending && action.variables === 'resend'}
        >
          {user.isApproved && (
            <Menu.Item component={Link} to={activityPath(email)}>
              {t('downloadActivity:tab')}
            </Menu.Item>
          )}
          {menuItems.map((item) => (
            <Menu.Item
              key={item}
              data-danger={item === 'suspend' || item === 'delete' || undefined}
              onClick={() => handleMenu(item)}
            >
              {t(`actions.${item}`)}
            </Menu.Item>
          ))}
        </MoreMenu>
      )}
      {confirming && (
        <ConfirmDialog
          isOpen
          question={t(`questions.${confirming}`, { name })}
          text={t(`questions.${confirming}Text`, { email })}
          confirmLabel={t(`questions.${confirming}Confirm`)}
          isBusy={action.isPending}
          isHarmless={confirming === 'verify' || confirming === 'makeContributor'}
          onConfirm={() => action.mutate(confirming)}
          onCancel={() => setConfirming(undefined)}
        />
      )}
      {showsLimits && (
        <Suspense>
          <UserLimitsDialog user={user} onClose={() => setShowsLimits(false)} />
        </Suspense>
      )}
    </Group>
  );
}

/** Omits actions with which admins would lock themselves out. */
function menuActions(user: ListedUser, isOwn: boolean): MenuAction[] {
  const actions: MenuAction[] = user.isVerified ? [] : ['resend'];
  if (user.isApproved) actions.push('limits');
  if (user.isSuspended) actions.push('lift');
  if (isOwn) return actions;
  if (user.isContributor) actions.push('removeContributor');
  if (user.isAdmin) actions.push('removeAdmin');
  else if (user.isApproved && user.isVerified) {
    if (!user.isContributor) actions.push('makeContributor');
    actions.push('makeAdmin');
  }
  if (user.hasSecondFactor) actions.push('resetSecondFactor');
  if (!user.isSuspended) actions.push('suspend');
  return [...actions, 'delete'];
}

type UserAction =
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

/** Performs an admin's action on an account and shows the result. */
function useUserAction(user: ListedUser, onSettled: () => void) {
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
      return queryClient.invalidateQueries({ queryKey: queryKeys.users });
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
