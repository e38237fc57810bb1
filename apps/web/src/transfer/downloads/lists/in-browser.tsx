// Downloads the files one after the other in the browser, and shows how far that is.
import type { ListedFile } from '@cellar/contract/transfer/download-lists.ts';
import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { useDownloadTracker } from '../use-downloads.ts';
import styles from './download-list.module.css';
import { type SequenceState, sequenceOf } from './download-sequence.ts';

interface InBrowserProps {
  files: readonly ListedFile[];
  isDisabled: boolean;
}

export function InBrowser({ files, isDisabled }: InBrowserProps) {
  const { t } = useTranslation('downloadLists');
  const sequence = sequenceOf(useDownloadTracker());
  const state = useSyncExternalStore(sequence.state.subscribe, sequence.state.get);
  const isStopped = state && !state.isRunning && state.position < state.files.length;
  return (
    <section className={styles.way} aria-label={t('inBrowser')}>
      <h3>{t('inBrowser')}</h3>
      <p className={styles.hint}>{t('inBrowserHint')}</p>
      {state && <SequenceProgress state={state} />}
      <div className={styles.buttons}>
        {state?.isRunning ? (
          <Button variant="default" onClick={() => sequence.stop()}>
            {t('sequence.stop')}
          </Button>
        ) : (
          <Button variant="default" disabled={isDisabled} onClick={() => sequence.start(files)}>
            {t('sequence.start')}
          </Button>
        )}
        {isStopped && (
          <Button variant="subtle" onClick={() => sequence.continue()}>
            {t('sequence.continue')}
          </Button>
        )}
      </div>
    </section>
  );
}

function SequenceProgress({ state }: { state: SequenceState }) {
  const { files, position, failed, isHandedOver, isRunning } = state;
  const { t } = useTranslation('downloadLists');
  const file = files[position];
  const total = files.length;
  const name = file && `${file.title} (${file.extra?.name ?? file.platform})`;
  return (
    <div className={styles.sequence}>
      <p role="status">
        {name && isRunning
          ? t('sequence.running', { position: position + 1, total, name })
          : name
            ? t('sequence.stopped', { count: position, total })
            : t('sequence.done', { count: total })}
        {failed > 0 && <> · {t('sequence.failed', { count: failed })}</>}
      </p>
      <ProgressBar percent={Math.floor((100 * position) / total)} label={t('sequence.progress')} size="sm" />
      {isHandedOver && <p className={styles.hint}>{t('notAwaited')}</p>}
    </div>
  );
}
