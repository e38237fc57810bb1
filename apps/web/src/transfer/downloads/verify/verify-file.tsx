// The button that opens the dialog in which a downloaded file is verified.
import { Button } from '@mantine/core';
import { IconFileSearch } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyWithTexts } from '#i18n/lazy-with-texts.ts';
import type { VerifiedFile } from './repair-link.ts';
import styles from './verify.module.css';

const VerifyDialog = lazyWithTexts(
  async () => (await import('./verify-dialog.tsx')).VerifyDialog,
  'game-parts',
);

export interface VerifyFileProps extends VerifiedFile {
  /** The platform, or the name of an extra. */
  part: string;
}

export function VerifyFile({ part, ...target }: VerifyFileProps) {
  const { t } = useTranslation('downloads');
  const { t: tCommon } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button
        className={styles.open}
        variant="subtle"
        size="compact-sm"
        leftSection={<IconFileSearch size={15} stroke={1.7} aria-hidden />}
        aria-haspopup="dialog"
        aria-label={tCommon('pair', { label: t('verify'), value: part })}
        onClick={() => setOpen(true)}
      >
        {t('verify')}
      </Button>
      {isOpen && (
        <Suspense>
          <VerifyDialog target={target} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
