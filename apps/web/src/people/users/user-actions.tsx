// An admin's actions on one account: Approve and Delete as buttons, the others in a menu.
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import type { ListedUser } from '@cellar/contract/people/accounts.ts';
import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { IconCheck, IconDots } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyWithTexts } from '#i18n/lazy-with-texts.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { type UserAction, useUserAction } from './use-user-action.ts';
import styles from './user-actions.module.css';

const UserLimitsDialog = lazyWithTexts(
  async () => (await import('./user-limits-dialog.tsx')).UserLimitsDialog,
  'account',
);

/** Actions that ask for confirmation. */
type ConfirmedAction = Exclude<UserAction, 'approve' | 'lift' | 'resend'>;
type MenuAction = Exclude<ConfirmedAction, 'verify'> | 'lift' | 'limits';

export interface UserActionsProps {
  user: ListedUser;
  isOwn: boolean;
}

export function UserActions({ user, isOwn }: UserActionsProps) {
  const { t } = useTranslation('users');
  const [confirming, setConfirming] = useState<ConfirmedAction>();
  const [showsLimits, setShowsLimits] = useState(false);
  const action = useUserAction(user, () => setConfirming(undefined));
  const { name, email } = user;
  const menuItems = menuActions(user, isOwn);
  const handleMenu = (chosen: MenuAction) => {
    if (chosen === 'lift') action.mutate(chosen);
    else if (chosen === 'limits') setShowsLimits(true);
    else setConfirming(chosen);
  };
  return (
    <Group justify="flex-end" gap="var(--space-2)" ml="auto">
      {!user.isVerified && (
        <VerificationButtons name={name} action={action} onVerify={() => setConfirming('verify')} />
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
      {!isOwn && (
        <Button
          variant="default"
          color="red"
          size="sm"
          aria-label={t('actions.deleteName', { name })}
          onClick={() => setConfirming('delete')}
        >
          {t('actions.delete')}
        </Button>
      )}
      {menuItems.length > 0 && <MoreMenu name={name} actions={menuItems} onChoose={handleMenu} />}
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

interface VerificationButtonsProps {
  name: string;
  action: ReturnType<typeof useUserAction>;
  onVerify(): void;
}

/** Shown instead of Approve, which the server refuses until the owner or an admin has confirmed the address. */
function VerificationButtons({ name, action, onVerify }: VerificationButtonsProps) {
  const { t } = useTranslation('users');
  return (
    <>
      <Button variant="default" size="sm" aria-label={t('actions.verifyName', { name })} onClick={onVerify}>
        {t('actions.verify')}
      </Button>
      <Button
        variant="subtle"
        size="sm"
        loading={action.isPending && action.variables === 'resend'}
        aria-label={t('actions.resendName', { name })}
        onClick={() => action.mutate('resend')}
      >
        {t('actions.resend')}
      </Button>
    </>
  );
}

/** Omits actions with which admins would lock themselves out. */
function menuActions(user: ListedUser, isOwn: boolean): MenuAction[] {
  const actions: MenuAction[] = user.isApproved ? ['limits'] : [];
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
  return actions;
}

interface MoreMenuProps {
  name: string;
  actions: MenuAction[];
  onChoose(action: MenuAction): void;
}

function MoreMenu({ name, actions, onChoose }: MoreMenuProps) {
  const { t } = useTranslation('users');
  return (
    <Menu
      position="bottom-end"
      transitionProps={{ duration: 120 }}
      classNames={{ dropdown: styles.menu }}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <ActionIcon variant="subtle" size="lg" aria-label={t('actions.more', { name })}>
          <IconDots size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item
            key={action}
            className={styles.item}
            data-danger={action === 'suspend' || undefined}
            onClick={() => onChoose(action)}
          >
            {t(`actions.${action}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
