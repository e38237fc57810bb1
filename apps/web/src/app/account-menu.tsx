// What the account menu of the bar contains: for members and visitors, the appearance and language of the page.
import type { Language } from '@cellar/contract/people/accounts.ts';
import { UnstyledButton, useMantineColorScheme } from '@mantine/core';
import {
  IconKeyboard,
  IconLogout2,
  IconMessage2,
  IconUpload,
  IconUserCircle,
  type TablerIcon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { languageNames, languages } from '#i18n/language.ts';
import { paths } from '#lib/paths.ts';
import { useSavePreferences } from '#people/account/use-save-preferences.ts';
import { useSession } from '#people/auth/session-context.ts';
import { Segments } from '#ui/fields/segments.tsx';
import { Select } from '#ui/fields/select.tsx';
import layout from '#ui/layout.module.css';
import styles from './account-menu.module.css';
import { chooseLanguage, schemes, useLogout } from './commands.ts';
import { Keys } from './shortcuts/keys.tsx';
import type { PanelProps } from './shortcuts/shortcuts.ts';

export function AccountMenu({ onClose, onOpen }: PanelProps) {
  const { t } = useTranslation(['accountMenu', 'common', 'shortcuts']);
  const session = useSession();
  const logout = useLogout();
  return (
    <div className={styles.menu}>
      {session && <Links onClose={onClose} />}
      <ThemeChoice />
      <LanguageChoice />
      <UnstyledButton
        className={`${styles.row} ${styles.shortcuts}`}
        aria-haspopup="dialog"
        onClick={() => {
          // First, so that the dialog returns the focus to the bar.
          onClose();
          onOpen('help');
        }}
      >
        <IconKeyboard size={20} stroke={1.7} aria-hidden />
        {t('shortcuts:help.title')}
        <span className={styles.keys} aria-hidden>
          <Keys keys="?" />
        </span>
      </UnstyledButton>
      {session && (
        <div className={styles.last}>
          <UnstyledButton
            className={styles.row}
            onClick={() => {
              onClose();
              logout();
            }}
          >
            <IconLogout2 size={20} stroke={1.7} aria-hidden />
            {t('logout.button')}
          </UnstyledButton>
        </div>
      )}
    </div>
  );
}

function Links({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const session = useSession();
  return (
    <>
      <p className={styles.who}>
        <span className={layout.strong}>{session?.name}</span>
        <span className={layout.small}>{session?.email}</span>
      </p>
      <Row to={paths.account} Icon={IconUserCircle} text={t('nav.account')} onClick={onClose} />
      {session?.isAdmin && (
        <Row to={paths.requests} Icon={IconMessage2} text={t('nav.requests')} isOnPhones onClick={onClose} />
      )}
      {session?.isContributor && (
        <Row
          to={paths.contribute}
          Icon={IconUpload}
          text={t('nav.contribute')}
          isOnPhones
          onClick={onClose}
        />
      )}
    </>
  );
}

interface RowProps {
  to: string;
  Icon: TablerIcon;
  text: string;
  /** Whether only phones show it, because the navigation has it elsewhere. */
  isOnPhones?: boolean;
  onClick(): void;
}

function Row({ to, Icon, text, isOnPhones = false, onClick }: RowProps) {
  return (
    <Link to={to} className={`${styles.row} ${isOnPhones ? styles.onPhones : ''}`} onClick={onClick}>
      <Icon size={20} stroke={1.7} aria-hidden />
      {text}
    </Link>
  );
}

function ThemeChoice() {
  const { t } = useTranslation('accountMenu');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div className={styles.choice}>
      <span className={styles.label} aria-hidden>
        {t('theme')}
      </span>
      <Segments
        label={t('theme')}
        value={colorScheme}
        data={schemes.map((value) => ({ value, label: t(`scheme.${value}`) }))}
        onChange={setColorScheme}
      />
    </div>
  );
}

function LanguageChoice() {
  const { t, i18n } = useTranslation();
  const session = useSession();
  const savePreferences = useSavePreferences();
  return (
    <div className={styles.choice}>
      <Select
        label={t('language')}
        classNames={{ label: styles.label }}
        value={i18n.language}
        data={languages.map((value) => ({ value, label: languageNames[value] }))}
        onChange={({ currentTarget }) =>
          void chooseLanguage(currentTarget.value as Language, session && savePreferences)
        }
      />
    </div>
  );
}
