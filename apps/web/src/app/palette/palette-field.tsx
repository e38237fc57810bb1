// The input of the command palette. It is a combobox for screen readers: it keeps the focus while the arrow keys move
// through the list.
import { CloseButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './command-palette.module.css';

export interface PaletteFieldProps {
  value: string;
  placeholder: string;
  listId: string;
  /** The option that Enter runs. */
  activeId: string | undefined;
  onChange(value: string): void;
  onKeyDown(event: KeyboardEvent): void;
  onClose(): void;
}

const searchMaxLength = 200;

export function PaletteField(props: PaletteFieldProps) {
  const { value, placeholder, listId, activeId, onChange, onKeyDown, onClose } = props;
  const { t } = useTranslation('shortcuts');
  const { t: tCommon } = useTranslation();
  return (
    <div className={styles.field}>
      <IconSearch size={20} stroke={1.7} aria-hidden />
      <input
        type="text"
        role="combobox"
        aria-label={t('palette.label')}
        aria-expanded
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={activeId}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={searchMaxLength}
        data-autofocus
        className={styles.input}
        value={value}
        placeholder={placeholder}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <CloseButton aria-label={tCommon('close')} onClick={onClose} />
    </div>
  );
}
