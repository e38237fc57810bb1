import type { TempFile } from '@cellar/contract/temp-files.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '#app/paths.ts';
import { formatAgo, formatSize } from '#lib/format.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import styles from './file-row.module.css';

export function TempFileRow({ file }: { file: TempFile }) {
  const { t, i18n } = useTranslation('storage');
  const { kind, upload, name, size, ageSeconds, isRecent } = file;
  // The age is measured by the server's clock, which may differ from this one.
  const touchedAt = new Date(Date.now() - ageSeconds * 1000).toISOString();
  return (
    <ListRow
      spacing="tight"
      isNarrow
      name={<h3>{upload ? <Link to={paths.currentUploads}>{upload.title}</Link> : name}</h3>}
      badges={
        <>
          <Badge>{t(`temp.kind.${kind}`)}</Badge>
          {isRecent && <Badge tone="accent">{t('temp.recent')}</Badge>}
        </>
      }
      facts={
        <>
          <span>
            {upload
              ? `${upload.platform} · ${t('temp.stored', { percent: upload.percent })}`
              : t('temp.noUpload')}
          </span>
          <span>{t('temp.touched', { ago: formatAgo(touchedAt, i18n.language) })}</span>
        </>
      }
      actions={<p className={styles.size}>{formatSize(size, i18n.language)}</p>}
    >
      <p className={styles.path}>{file.path}</p>
    </ListRow>
  );
}
