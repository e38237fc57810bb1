import type { DownloadPlan } from '@cellar/contract/transfer/download-lists.ts';
import { useTranslation } from 'react-i18next';
import { formatSize } from '#lib/format.ts';
import styles from './download-list.module.css';

/** The number of files and their size. */
export function PlanTotals({ plan: { files, totalSize } }: { plan: DownloadPlan }) {
  const { t, i18n } = useTranslation('downloadLists');
  const size = formatSize(totalSize, i18n.language);
  return (
    <p role="status" className={styles.totals}>
      {files.length === 0 ? (
        t('nothing')
      ) : (
        <>
          <strong>{t('files', { count: files.length })}</strong> <span>{size}</span>
        </>
      )}
    </p>
  );
}
