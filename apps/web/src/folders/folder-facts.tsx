// What is known about a library folder, in short: its items, its last scan, and how it is used.
import type { LibraryFolder } from '@cellar/contract/folders/folders.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatAgo, formatMoment } from '#lib/format.ts';
import { libraryReviewPath } from '#lib/paths.ts';
import styles from './folders.module.css';

export interface FolderFactsProps {
  folder: LibraryFolder;
  onShowProblems(): void;
}

export function FolderFacts({ folder, onShowProblems }: FolderFactsProps) {
  const { t } = useTranslation('library');
  const { id, mode, frequency, isWatched, items, problems } = folder;
  return (
    <>
      <Link
        to={libraryReviewPath({ folder: id })}
        className={styles.fact}
        data-some={items.found > 0 || undefined}
      >
        {t('facts.found', { count: items.found })}
      </Link>
      <Link to={libraryReviewPath({ folder: id, state: 'added' })} className={styles.fact}>
        {t('facts.added', { count: items.added })}
      </Link>
      {items.extras > 0 && <span>{t('facts.extras', { count: items.extras })}</span>}
      {items.missing > 0 && (
        <Link
          to={libraryReviewPath({ folder: id, state: 'added', show: 'missing' })}
          className={styles.fact}
          data-bad
        >
          {t('facts.missing', { count: items.missing })}
        </Link>
      )}
      {problems > 0 && (
        <button type="button" className={styles.fact} data-bad onClick={onShowProblems}>
          {t('facts.problems', { count: problems })}
        </button>
      )}
      <span>{t(`mode.${mode}`)}</span>
      <span>{t(isWatched ? 'facts.watched' : `frequency.${frequency}`)}</span>
      <LastScan folder={folder} />
    </>
  );
}

function LastScan({ folder: { lastScanAt, lastScan } }: { folder: LibraryFolder }) {
  const { t, i18n } = useTranslation('library');
  if (!lastScanAt) return <span>{t('facts.neverScanned')}</span>;
  const { language } = i18n;
  const changes = (['found', 'moved', 'changed', 'missing', 'back'] as const)
    .filter((kind) => lastScan?.[kind])
    .map((kind) => t(`changes.${kind}`, { count: lastScan?.[kind] ?? 0 }));
  return (
    <time dateTime={lastScanAt} title={formatMoment(lastScanAt, language)}>
      {t('facts.scanned', { ago: formatAgo(lastScanAt, language), count: lastScan?.entries ?? 0 })}
      {changes.length > 0 && ` (${new Intl.ListFormat(language, { type: 'unit' }).format(changes)})`}
    </time>
  );
}
