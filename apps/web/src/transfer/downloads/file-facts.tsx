// The state of a platform file or extra in place of the button or beside it.

import type { GameFile } from '@cellar/contract/games/games.ts';
import type { Extra } from '@cellar/contract/transfer/extras.ts';
import type { FileState } from '@cellar/contract/transfer/file-state.ts';
import { useTranslation } from 'react-i18next';
import { formatDate, formatEstimate, formatSize } from '#lib/format.ts';
import styles from './options/download-options.module.css';

export function isDownloadable({ missingSince, preparing, problem, quarantine }: FileState): boolean {
  return missingSince === null && preparing === null && problem === null && quarantine === null;
}

/** Whether the files of a ZIP can be listed, to be downloaded one by one. */
export function hasSingleFiles({ fileCount, missingSince, problem, quarantine }: FileState): boolean {
  const isThere = missingSince === null && problem !== 'bad_names' && quarantine === null;
  return isThere && (fileCount ?? 0) > 1;
}

export interface FileFactsProps {
  file: GameFile | Extra;
  /** In bytes per second, to estimate how long the download takes. */
  speed?: number | undefined;
}

/** The size of the file, or why it can't be downloaded at the moment. */
export function FileFacts({ file, speed }: FileFactsProps) {
  const { fileSize, missingSince, preparing, problem, quarantine } = file;
  const { t, i18n } = useTranslation('downloads');
  if (missingSince) {
    return (
      <span className={styles.missing}>
        {t('missing', { date: formatDate(missingSince, i18n.language) })}
      </span>
    );
  }
  if (quarantine) return <span className={styles.missing}>{t('quarantined')}</span>;
  if (problem) return <span className={styles.missing}>{t('notAvailable')}</span>;
  const size = formatSize(fileSize, i18n.language);
  if (preparing !== null)
    return <span className={styles.size}>{t('preparing', { size, percent: preparing })}</span>;
  if (speed === undefined) return <span className={styles.size}>{size}</span>;
  const time = formatEstimate(fileSize / speed, i18n.language);
  return <span className={styles.size}>{t('estimate', { size, time })}</span>;
}
