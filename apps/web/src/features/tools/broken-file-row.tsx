// A missing or damaged file, with a link to its game's editor.
import type { DamagedFile, MissingFile } from '@cellar/contract/storage.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { adminGamePath } from '#app/paths.ts';
import { formatSize } from '#lib/format.ts';
import { ListRow } from '#ui/lists/list-row.tsx';
import styles from './file-row.module.css';

export interface BrokenFileRowProps {
  file: MissingFile | DamagedFile;
  /** What is wrong with a damaged file. */
  problem: string | undefined;
}

export function BrokenFileRow({ file, problem }: BrokenFileRowProps) {
  const { t, i18n } = useTranslation('storage');
  const { key, gameId, title, platform, expectedSize } = file;
  return (
    <ListRow
      spacing="tight"
      isNarrow
      name={<h4>{title}</h4>}
      facts={
        <>
          <span>{t('check.expected', { platform, size: formatSize(expectedSize, i18n.language) })}</span>
          {problem && <span className={styles.bad}>{problem}</span>}
        </>
      }
      actions={
        <Button
          component={Link}
          to={adminGamePath(gameId)}
          variant="default"
          size="sm"
          aria-label={t('check.editOf', { title })}
        >
          {t('check.edit')}
        </Button>
      }
    >
      <p className={styles.path}>{key}</p>
    </ListRow>
  );
}
