// What can be done with one game of the table: on a phone in a menu, otherwise as buttons.
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconExternalLink, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { adminGamePath, gamePath } from '#lib/paths.ts';

export interface RowActionsProps {
  id: string;
  title: string;
  /** -1 in all rows but the current one. */
  tabIndex: number;
  onDelete(): void;
}

const fromList = { isFromList: true };

export function RowButtons({ id, title, tabIndex, onDelete }: RowActionsProps) {
  const { t } = useTranslation('gamesAdmin');
  const shared = { variant: 'subtle', size: 28, tabIndex } as const;
  return (
    <>
      <ActionIcon
        {...shared}
        component={Link}
        to={adminGamePath(id)}
        state={fromList}
        aria-label={t('editOf', { title })}
        title={t('edit')}
      >
        <IconPencil size={17} />
      </ActionIcon>
      <ActionIcon
        {...shared}
        component={Link}
        to={gamePath(id)}
        aria-label={t('gamePageOf', { title })}
        title={t('gamePage')}
      >
        <IconExternalLink size={17} />
      </ActionIcon>
      <ActionIcon
        {...shared}
        color="red"
        aria-label={t('deleteTitle', { title })}
        title={t('delete')}
        onClick={onDelete}
      >
        <IconTrash size={17} />
      </ActionIcon>
    </>
  );
}

export function RowMenu({ id, title, tabIndex, onDelete }: RowActionsProps) {
  const { t } = useTranslation('gamesAdmin');
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" size="lg" tabIndex={tabIndex} aria-label={t('actionsOf', { title })}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={Link}
          to={adminGamePath(id)}
          state={fromList}
          leftSection={<IconPencil size={17} />}
        >
          {t('edit')}
        </Menu.Item>
        <Menu.Item component={Link} to={gamePath(id)} leftSection={<IconExternalLink size={17} />}>
          {t('gamePage')}
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={17} />} onClick={onDelete}>
          {t('delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
