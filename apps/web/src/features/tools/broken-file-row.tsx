// One file of the library that is missing or damaged, and the way to its game's editor.
import type { DamagedFile, MissingFile } from '@cellar/contract/storage.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { gamePath } from '#app/paths.ts';
import { formatSize } from '#lib/format.ts';
import styles from './file-row.module.css';

export interface BrokenFileRowProps {
  file: MissingFile | DamagedFile;
  /** What is wrong with its bytes, when it has some. */
  problem: string | undefined;
}

export function BrokenFileRow({ file, problem }: BrokenFileRowProps) {
  const { t, i18n } = useTranslation('storage');
  const { key, gameId, title, platform, expectedSize } = file;
  return (
    <div className={styles.row}>
      <div className={styles.what}>
        <h4 className={styles.title}>{title}</h4>
        <p className={styles.facts}>
          <span>{t('check.expected', { platform, size: formatSize(expectedSize, i18n.language) })}</span>
          {problem && <span className={styles.bad}>{problem}</span>}
        </p>
        <p className={styles.path}>{key}</p>
      </div>
      <Button
        component={Link}
        to={gamePath(gameId)}
        variant="default"
        size="sm"
        aria-label={t('check.editOf', { title })}
      >
        {t('check.edit')}
      </Button>
    </div>
  );
}
