// The button of a cheat file: asks first, since nobody has checked what is in it, then downloads and shows how far it is.
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import styles from './cheat-download-button.module.css';
import { type CheatDownload, useCheatDownload } from './use-cheat-download.ts';

export function CheatDownloadButton(download: CheatDownload) {
  const { t } = useTranslation('cheats');
  const { t: tCommon } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const { progress, start, cancel } = useCheatDownload(download);
  const isRunning = progress !== undefined;
  const { name, type } = download.cheat;
  const label = isRunning ? t('downloading', { progress }) : t('download', { type: t(`type.${type}`) });
  const handleConfirm = () => {
    setAsking(false);
    start();
  };
  return (
    <>
      <Button
        variant="default"
        fullWidth
        className={styles.button}
        classNames={{ label: styles.label }}
        // It stays focusable while it runs, so a press then must do nothing.
        aria-disabled={isRunning}
        aria-label={tCommon('pair', { label, value: name })}
        leftSection={!isRunning && <IconDownload size={18} stroke={1.8} aria-hidden />}
        onClick={() => !isRunning && setAsking(true)}
      >
        {label}
      </Button>
      {isRunning && (
        <div className={styles.progress}>
          <ProgressBar percent={progress} size="sm" label={t('progressOf', { name })} />
          <Button size="compact-sm" variant="subtle" aria-label={t('cancelOf', { name })} onClick={cancel}>
            {t('cancel')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        question={t('confirm.question', { name })}
        text={t('confirm.text')}
        confirmLabel={t('confirm.download')}
        onConfirm={handleConfirm}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
