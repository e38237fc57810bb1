// What the editor says below a platform file or extra: that it is in a library folder, what prevents its download, and its SHA-256.
import type { FileState } from '@cellar/contract/transfer/extras.ts';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format.ts';
import { CopyButton } from '#ui/fields/copy-button.tsx';
import styles from './game-files.module.css';

export interface FileFactsProps {
  file: FileState & { sha256: string | null };
  /** The platform, or the name of an extra. */
  part: string;
}

export function FileFacts({ file, part }: FileFactsProps) {
  return (
    <>
      <InFolder file={file} />
      {file.quarantine && <Quarantined threat={file.quarantine.threat} />}
      {file.missingSince === null && file.problem === null && <Digest sha256={file.sha256} part={part} />}
    </>
  );
}

function Quarantined({ threat }: { threat: string | null }) {
  const { t } = useTranslation('platformFiles');
  return <p className={styles.error}>{t('quarantined', { threat })}</p>;
}

function InFolder({ file: { isInPlace, missingSince, preparing, problem } }: { file: FileState }) {
  const { t, i18n } = useTranslation('platformFiles');
  if (missingSince) {
    return <p className={styles.error}>{t('missing', { date: formatDate(missingSince, i18n.language) })}</p>;
  }
  if (problem) return <p className={styles.error}>{t(`zipProblem.${problem}`)}</p>;
  if (!isInPlace) return null;
  return (
    <p className={styles.facts}>
      {t('inPlace')}
      {preparing !== null && ` · ${t('preparing', { percent: preparing })}`}
    </p>
  );
}

function Digest({ sha256, part: platform }: { sha256: string | null; part: string }) {
  const { t } = useTranslation('platformFiles');
  return (
    <details className={styles.digest}>
      <summary>{t('sha256')}</summary>
      {sha256 ? (
        <span>
          <code>{sha256}</code>
          <CopyButton text={sha256} label={t('copySha256', { platform })} copiedLabel={t('copiedSha256')} />
        </span>
      ) : (
        t('computing')
      )}
    </details>
  );
}
