// The facts of an item's files: path, size, and what the name says about the game.
import type { LibraryItem } from '@cellar/contract/folders/folders.ts';
import { IconFile, IconFiles, IconFolder } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '#lib/format.ts';
import { formatMoment } from '#lib/format-time.ts';
import styles from './item-row.module.css';
import type { RowPlace } from './row-place.ts';

const icons = { file: IconFile, set: IconFiles, folder: IconFolder };

export interface ItemPathProps {
  item: LibraryItem;
  /** The path of the library folder. */
  folderPath: string | undefined;
}

/** The end of a path says most, so a long path is shortened before its last step. */
export function ItemPath({ item: { path, kind }, folderPath }: ItemPathProps) {
  const { t } = useTranslation('libraryReview');
  const Icon = icons[kind];
  const full = folderPath ? `${folderPath}/${path}` : path;
  const cut = full.lastIndexOf('/') + 1;
  return (
    <p className={styles.path} title={full}>
      <Icon size={15} stroke={1.7} role="img" aria-label={t(`kind.${kind}`)} />
      <span className={styles.pathText}>
        {cut > 0 && <span className={styles.pathStart}>{full.slice(0, cut)}</span>}
        <span className={styles.pathEnd}>{full.slice(cut)}</span>
      </span>
    </p>
  );
}

export function ItemSize({ item: { size, fileCount, modifiedAt } }: { item: LibraryItem }) {
  const { t, i18n } = useTranslation('libraryReview');
  return (
    <p className={styles.size} title={t('row.modified', { time: formatMoment(modifiedAt, i18n.language) })}>
      <span>{formatSize(size, i18n.language)}</span>
      {fileCount > 1 && <span>{t('row.files', { count: fileCount })}</span>}
    </p>
  );
}

export function ItemMarks({ item, place }: { item: LibraryItem; place: RowPlace }) {
  const { t } = useTranslation('libraryReview');
  const { year, version, ids } = item;
  const marks = [
    ...(year ? [{ text: String(year), label: t('marks.year', { year }) }] : []),
    ...(version ? [{ text: version, label: t('marks.version', { version }) }] : []),
    ...Object.entries(ids).map(([provider, id]) => ({
      text: `${provider} ${id}`,
      label: t('marks.id', { provider, id }),
    })),
  ];
  return (
    <>
      {marks.map(({ text, label }) => (
        <span key={label} className={styles.mark} title={label}>
          {text}
        </span>
      ))}
      {place === 'first' && <span className={styles.mark}>{t('marks.oneGame')}</span>}
    </>
  );
}
