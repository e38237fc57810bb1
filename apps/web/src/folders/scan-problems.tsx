// The entries of a library folder that the last scan could not use, with the reasons.
import type { LibraryFolder } from '@cellar/contract/folders/folders.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { LoadFailedNotice } from '#ui/feedback/load-failed.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import styles from './folders.module.css';
import { scanProblemsQuery } from './folders.queries.ts';

export function ScanProblems({ folder, onClose }: { folder: LibraryFolder; onClose(): void }) {
  const { t } = useTranslation('library');
  const query = useQuery(scanProblemsQuery(useApi(), folder.id));
  const { problems = [], total = 0 } = query.data ?? {};
  return (
    <Dialog heading={t('problems.heading')} size="46rem" onClose={onClose}>
      <p className={styles.dim}>{t('problems.lead')}</p>
      {query.isPending && <Skeleton height="8rem" />}
      {query.isError && <LoadFailedNotice onRetry={() => void query.refetch()} />}
      {query.data && problems.length === 0 && <p className={styles.listed}>{t('problems.none')}</p>}
      <ul className={styles.listed} aria-label={t('problems.heading')}>
        {problems.map(({ path, reason }) => (
          <li key={`${reason} ${path}`}>
            <code>{path}</code>
            <span>{t(`reasons.${reason}`)}</span>
          </li>
        ))}
      </ul>
      {total > problems.length && (
        <p className={styles.dim}>{t('problems.more', { count: total - problems.length })}</p>
      )}
    </Dialog>
  );
}
