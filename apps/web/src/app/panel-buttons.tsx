// The buttons that open the command palette and the key help. Hidden on phones, which have no keyboard.
import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconKeyboard, IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isMac, type Panel } from '#app/shortcuts/shortcuts.ts';
import { useSession } from '#people/auth/session-context.ts';
import styles from './panel-buttons.module.css';

export function PanelButtons({ onOpen }: { onOpen(panel: Panel): void }) {
  const { t } = useTranslation();
  const session = useSession();
  return (
    <>
      {session && (
        <UnstyledButton
          className={styles.search}
          title={t('shortcuts.palette')}
          aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
          aria-haspopup="dialog"
          onClick={() => onOpen('palette')}
        >
          <IconSearch size={17} stroke={1.8} aria-hidden />
          <span className={styles.word}>{t('shortcuts.paletteShort')}</span>
          <kbd className={styles.key}>{isMac ? '⌘K' : t('shortcuts.paletteKeys')}</kbd>
        </UnstyledButton>
      )}
      <ActionIcon
        variant="subtle"
        size="lg"
        className={styles.help}
        aria-label={t('shortcuts.help')}
        title={`${t('shortcuts.help')} (?)`}
        aria-keyshortcuts="?"
        aria-haspopup="dialog"
        onClick={() => onOpen('help')}
      >
        <IconKeyboard size={20} stroke={1.7} />
      </ActionIcon>
    </>
  );
}
