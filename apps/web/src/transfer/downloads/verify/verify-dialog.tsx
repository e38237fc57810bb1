// Verifies a downloaded file in the browser, and repairs it.

import { memberApi } from '@cellar/contract/member-api.ts';
import type { FilePieces } from '@cellar/contract/transfer/downloads.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { formatSize } from '#lib/format.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { LoadFailedNotice } from '#ui/feedback/load-failed.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { FileDrop } from '#ui/fields/file-drop.tsx';
import { type ExpectedFile, expectedFile } from './compare.ts';
import type { VerifiedFile } from './repair-link.ts';
import { type Step, useVerification } from './use-verification.ts';
import styles from './verify.module.css';
import { VerifyErrorNotice } from './verify-error-notice.tsx';
import { VerifyResult } from './verify-result.tsx';

const pollMs = 10_000;

export function VerifyDialog({ target, onClose }: { target: VerifiedFile; onClose(): void }) {
  const { t } = useTranslation('verify');
  const verification = useVerification(target);
  const { step } = verification;
  const isBusy = step.kind === 'checking' || step.kind === 'repairing';
  return (
    <Dialog heading={t('heading')} size="38rem" isHeld={isBusy} onClose={onClose}>
      <div className={styles.body}>
        {step.kind === 'choose' && (
          <ChooseFile target={target} error={step.error} onFile={verification.check} />
        )}
        {isBusy && <Progress step={step} onStop={verification.stop} />}
        {(step.kind === 'checked' || step.kind === 'repaired') && (
          <VerifyResult step={step} onRepair={verification.repairFile} onRestart={verification.restart} />
        )}
      </div>
    </Dialog>
  );
}

interface ChooseFileProps {
  target: VerifiedFile;
  error: unknown;
  onFile(file: File, expected: ExpectedFile): void;
}

function ChooseFile({ target, error, onFile }: ChooseFileProps) {
  const { t, i18n } = useTranslation('verify');
  const pieces = usePieces(target);
  if (pieces.isError && !pieces.data) return <LoadFailedNotice onRetry={() => void pieces.refetch()} />;
  if (!pieces.data) return <Skeleton height="6rem" />;
  const expected = expectedFile(pieces.data);
  if (!expected) return <Notice kind="info">{t('pending')}</Notice>;
  const size = formatSize(expected.size, i18n.language);
  return (
    <>
      <p className={styles.intro}>{t('intro')}</p>
      <VerifyErrorNotice error={error} />
      <FileDrop
        label={t('choose')}
        hint={t('file', { name: expected.name, size })}
        changeLabel={t('choose')}
        accept={[]}
        onFile={(file) => onFile(file, expected)}
      />
    </>
  );
}

/** Asks again until the server has computed the digests. */
function usePieces(target: VerifiedFile) {
  const api = useApi();
  const { gameId: id, platform, extraId } = target;
  return useQuery<FilePieces>({
    queryKey: queryKeys.filePieces(target),
    queryFn: ({ signal }) =>
      extraId === undefined
        ? api.call(memberApi.downloadPieces, { params: { id, platform }, signal })
        : api.call(memberApi.extraPieces, { params: { id, extraId }, signal }),
    // Another content since the last look must not be compared with the old digests.
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.pieces === null ? pollMs : false),
  });
}

type BusyStep = Extract<Step, { kind: 'checking' | 'repairing' }>;

function Progress({ step, onStop }: { step: BusyStep; onStop(): void }) {
  const { t, i18n } = useTranslation('verify');
  const { t: tCommon } = useTranslation();
  const { done, total } = step;
  const [shownDone, shownTotal] = [done, total].map((bytes) => formatSize(bytes, i18n.language));
  const label =
    step.kind === 'checking'
      ? t('checking', { name: step.file.name })
      : t(done < total ? 'fetching' : 'writing');
  return (
    <>
      <p className={styles.what}>{label}</p>
      <ProgressBar label={label} percent={total > 0 ? Math.floor((100 * done) / total) : 0} />
      <div className={styles.row}>
        <span className={styles.amount}>{tCommon('sent', { sent: shownDone, size: shownTotal })}</span>
        <Button variant="default" data-autofocus onClick={onStop}>
          {tCommon('cancel')}
        </Button>
      </div>
    </>
  );
}
