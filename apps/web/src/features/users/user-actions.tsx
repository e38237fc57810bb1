// What an admin can do with one account: Approve and Delete at hand, the rest in a menu, each loss asked for.
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import type { ListedUser } from '@cellar/contract/accounts.ts';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconCheck, IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { type UserAction, useUserAction } from './use-user-action.ts';
import styles from './user-actions.module.css';

type Asked = Extract<UserAction, 'delete' | 'suspend' | 'makeAdmin' | 'removeAdmin'>;

export interface UserActionsProps {
  user: ListedUser;
  isOwn: boolean;
}

export function UserActions({ user, isOwn }: UserActionsProps) {
  const { t } = useTranslation('users');
  const [asked, setAsked] = useState<Asked>();
  const action = useUserAction(user, () => setAsked(undefined));
  const { name, email } = user;
  const inMenu = menuActions(user, isOwn);
  const handleMenu = (chosen: Asked | 'lift') => {
    if (chosen === 'lift') action.mutate(chosen);
    else setAsked(chosen);
  };
  return (
    <div className={styles.actions}>
      {!user.isVerified && <Unverified name={name} action={action} />}
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
          variant="subtle"
          color="red"
          size="sm"
          aria-label={t('actions.deleteName', { name })}
          onClick={() => setAsked('delete')}
        >
          {t('actions.delete')}
        </Button>
      )}
      {inMenu.length > 0 && <MoreMenu name={name} actions={inMenu} onChoose={handleMenu} />}
      {asked && (
        <ConfirmDialog
          isOpen
          question={t(`questions.${asked}`, { name })}
          text={t(`questions.${asked}Text`, { email })}
          confirmLabel={t(`questions.${asked}Confirm`)}
          isBusy={action.isPending}
          onConfirm={() => action.mutate(asked)}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}

interface UnverifiedProps {
  name: string;
  action: ReturnType<typeof useUserAction>;
}

/** Approving waits until the address is confirmed: by its owner, or by an admin who knows them. */
function Unverified({ name, action }: UnverifiedProps) {
  const { t } = useTranslation('users');
  const isBusy = (which: UserAction) => action.isPending && action.variables === which;
  return (
    <>
      <Button
        variant="default"
        size="sm"
        loading={isBusy('verify')}
        aria-label={t('actions.verifyName', { name })}
        onClick={() => action.mutate('verify')}
      >
        {t('actions.verify')}
      </Button>
      <Button
        variant="subtle"
        size="sm"
        loading={isBusy('resend')}
        aria-label={t('actions.resendName', { name })}
        onClick={() => action.mutate('resend')}
      >
        {t('actions.resend')}
      </Button>
    </>
  );
}

/** Nothing by which an admin would lock themselves out. */
function menuActions(user: ListedUser, isOwn: boolean): (Asked | 'lift')[] {
  const actions: (Asked | 'lift')[] = [];
  if (user.isSuspended) actions.push('lift');
  if (isOwn) return actions;
  if (user.isAdmin) actions.push('removeAdmin');
  else if (user.isApproved && user.isVerified) actions.push('makeAdmin');
  if (!user.isSuspended) actions.push('suspend');
  return actions;
}

interface MoreMenuProps {
  name: string;
  actions: (Asked | 'lift')[];
  onChoose(action: Asked | 'lift'): void;
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
