// Further actions on an item: how its sub-folder is treated, and its game.
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import type { LibraryItem, Treatment } from '@cellar/contract/folders/folders.ts';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { adminGamePath } from '#lib/paths.ts';
import styles from './item-row.module.css';

export interface ItemMenuProps {
  item: LibraryItem;
  onTreat(item: LibraryItem, path: string, treatment: Treatment): void;
}

export function ItemMenu({ item, onTreat }: ItemMenuProps) {
  const { t } = useTranslation('libraryReview');
  const { title, path, kind, state, gameId } = item;
  const isFolder = kind === 'folder';
  // The sub-folder that contains the item.
  const above = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  const canTreat = state === 'found' || state === 'skipped';
  const canOpen = canTreat && isFolder;
  const canJoin = canTreat && above !== '';
  if (!canOpen && !canJoin && !gameId) return <span className={styles.noMenu} />;
  return (
    <Menu
      position="bottom-end"
      transitionProps={{ duration: 120 }}
      classNames={{ dropdown: styles.menu, item: styles.menuItem }}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <ActionIcon variant="subtle" size="lg" aria-label={t('row.more', { name: title || path })}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {canOpen && (
          <Menu.Item onClick={() => onTreat(item, path, 'open')}>
            {t('treat.open')}
            <span className={styles.menuHint}>{t('treat.openHint')}</span>
          </Menu.Item>
        )}
        {canJoin && (
          <Menu.Item onClick={() => onTreat(item, above, 'one_game')}>
            {t('treat.join', { folder: above.slice(above.lastIndexOf('/') + 1) })}
            <span className={styles.menuHint}>{t('treat.joinHint')}</span>
          </Menu.Item>
        )}
        {gameId && (
          <Menu.Item component={Link} to={adminGamePath(gameId)}>
            {t('row.game')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
