// The rows that assign platforms to sub-folders by their names.
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Select } from '#ui/fields/select.tsx';
import type { PlatformFolderDraft } from './folder-draft.ts';
import styles from './folders.module.css';
import { platformOptions, usePlatforms } from './platform-options.ts';

const maxRows = 50;

export interface PlatformFoldersProps {
  rows: readonly PlatformFolderDraft[];
  onChange(rows: PlatformFolderDraft[]): void;
}

export function PlatformFolders({ rows, onChange }: PlatformFoldersProps) {
  const { t } = useTranslation('library');
  const platforms = usePlatforms();
  const add = () => {
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
    onChange([...rows, { key, folder: '', platform: platforms[0] ?? '' }]);
  };
  const change = (key: number, part: Partial<PlatformFolderDraft>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>
        <span className={styles.groupHeading}>{t('form.platformFolders')}</span>
      </legend>
      <p className={styles.dim}>{t('form.platformFoldersHint')}</p>
      {rows.map((row, index) => (
        <div key={row.key} className={styles.platformFolder}>
          <TextInput
            aria-label={t('form.platformFolder', { number: index + 1 })}
            placeholder={t('form.platformFolderExample')}
            maxLength={100}
            spellCheck={false}
            autoCapitalize="none"
            // Only a row that was just added is empty.
            autoFocus={row.folder === ''}
            value={row.folder}
            onChange={(event) => change(row.key, { folder: event.currentTarget.value })}
          />
          <Select
            aria-label={t('form.platformFolderPlatform', { number: index + 1 })}
            value={row.platform}
            onChange={(event) => change(row.key, { platform: event.currentTarget.value })}
            data={platformOptions(platforms, { current: row.platform })}
          />
          <ActionIcon
            variant="subtle"
            size="lg"
            aria-label={t('form.platformFolderRemove', { number: index + 1 })}
            onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
          >
            <IconX size={18} />
          </ActionIcon>
        </div>
      ))}
      {rows.length < maxRows && (
        <Button
          className={styles.start ?? ''}
          variant="default"
          size="sm"
          leftSection={<IconPlus size={17} stroke={1.7} />}
          onClick={add}
        >
          {t('form.platformFolderAdd')}
        </Button>
      )}
    </fieldset>
  );
}
