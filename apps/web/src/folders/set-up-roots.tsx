// Explains how to permit directories for library folders.
import { useTranslation } from 'react-i18next';
import { Notice } from '#ui/feedback/notice.tsx';
import { CopyButton } from '#ui/fields/copy-button.tsx';
import styles from './folders.module.css';

const envLine = 'LIBRARY_ROOTS=/path/to/games';
const composeLine = '- /path/to/games:/library:ro';

export interface SetUpRootsProps {
  /** Whether there are folders already, which can't be used without the variable. */
  isAgain?: boolean;
}

export function SetUpRoots({ isAgain }: SetUpRootsProps) {
  const { t } = useTranslation('library');
  if (isAgain) return <Notice kind="error">{t('setUp.again')}</Notice>;
  return (
    <div className={styles.setUp}>
      <p>{t('setUp.text')}</p>
      <dl className={styles.lines}>
        <Line term={t('setUp.env')} code={envLine} />
        <Line term={t('setUp.compose')} code={composeLine} />
      </dl>
      <p className={styles.dim}>{t('setUp.after')}</p>
    </div>
  );
}

function Line({ term, code }: { term: string; code: string }) {
  const { t } = useTranslation('library');
  return (
    <div className={styles.line}>
      <dt>{term}</dt>
      <dd>
        <code>{code}</code>
        <CopyButton text={code} label={t('setUp.copy', { line: code })} copiedLabel={t('setUp.copied')} />
      </dd>
    </div>
  );
}
