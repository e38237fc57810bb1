// Describes the state of a file in the batch list.
import { IconAlertTriangle, IconCircleCheck, IconLoader2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { type BatchEntry, platformOf } from './batch-entry.ts';
import type { BatchState } from './batch-state.ts';
import styles from './batch-state-line.module.css';

const icons = { problem: IconAlertTriangle, checking: IconLoader2, ready: IconCircleCheck };

export function BatchStateLine({ entry, state }: { entry: BatchEntry; state: BatchState }) {
  const Icon = icons[state.kind];
  return (
    <p className={styles.line} data-kind={state.kind}>
      <Icon size={17} stroke={1.8} aria-hidden className={styles.icon} />
      <span>{useStateText(entry, state)}</span>
    </p>
  );
}

function useStateText(entry: BatchEntry, state: BatchState): string {
  const { t } = useTranslation('batch');
  const { t: tForm } = useTranslation('addGame');
  const names = { title: entry.title.trim(), platform: platformOf(entry) ?? '' };
  if (state.kind === 'checking') return t('state.checking');
  if (state.kind === 'ready') {
    return state.as === 'newPlatform' ? tForm('addsPlatform', names) : t(`state.${state.as}`);
  }
  const { answer } = entry;
  switch (state.problem) {
    case 'exists':
      return tForm('existsForPlatform', names);
    case 'uploading':
      return tForm('alreadyUploading', names);
    case 'badVersion':
      return tForm('versionInvalid');
    case 'checkFailed':
      return errorText(answer && 'failed' in answer ? answer.failed : {}, tForm('checkFailed'));
    default:
      return t(`state.${state.problem}`);
  }
}
