// New recovery codes, which are shown only once: to copy, save as a file or print.
import { Button } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { saveBlob } from '#lib/save-blob.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { CopyButton } from '#ui/fields/copy-button.tsx';
import styles from './two-step.module.css';

export interface RecoveryCodesProps {
  codes: string[];
  /** What the member usually has for the second step. */
  insteadOf: 'app' | 'passkey';
  /** Of whom, and for what: codes on paper need a heading. */
  email: string;
  siteName: string;
  onDone(): void;
}

export function RecoveryCodes({ codes, insteadOf, email, siteName, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation('secondFactor');
  const title = t('codes.title', { email, site: siteName });
  const handleSave = () => {
    const text = `${title}\r\n\r\n${codes.join('\r\n')}\r\n`;
    saveBlob(new Blob([text], { type: 'text/plain;charset=utf-8' }), `${t('codes.fileName')}.txt`);
  };
  return (
    <div className={styles.setup}>
      <Notice kind="info">{t(insteadOf === 'app' ? 'codes.newLead' : 'codes.newLeadOfPasskeys')}</Notice>
      <div className={styles.sheet}>
        <p className={styles.onPaper}>{title}</p>
        <ul className={styles.codes} aria-label={t('codes.heading')}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.buttons}>
        <CopyButton
          isWide
          hasFocus
          text={codes.join('\n')}
          label={t('codes.copy')}
          copiedLabel={t('setup.copied')}
        />
        <Button
          variant="default"
          size="sm"
          leftSection={<IconDownload size={15} aria-hidden />}
          onClick={handleSave}
        >
          {t('codes.download')}
        </Button>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPrinter size={15} aria-hidden />}
          onClick={() => window.print()}
        >
          {t('codes.print')}
        </Button>
      </div>
      <Button onClick={onDone}>{t('codes.done')}</Button>
    </div>
  );
}
