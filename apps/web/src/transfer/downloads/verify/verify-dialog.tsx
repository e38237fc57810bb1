// Verifies a downloaded file in the browser, and repairs it.

import { memberApi } from '@cellar/contract/member-api.ts';
import type { FilePieces } from '@cellar/contract/transfer/downloads.endpoints.ts';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/api-error.ts';
import { formatSize } from '#lib/format.ts';
import { useApi } from '#lib/services-context.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { LoadFailedNotice, Notice } from '#ui/feedback/messages.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { CopyButton } from '#ui/fields/copy-button.tsx';
import { FileDrop } from '#ui/fields/file-drop.tsx';
import layout from '#ui/layout.module.css';
import { downloadErrorText } from '../engine/download-error.ts';
import { type ExpectedFile, expectedFile, isIdentical, verifyFailureOf } from './compare.ts';
import type { VerifiedFile } from './repair.ts';
import { type Checked, type Step, useVerification } from './use-verification.ts';
import styles from './verify.module.css';

const pollMs = 10_000;

export function VerifyDialog({ target, onClose }: { target: VerifiedFile; onClose(): void }) {
  const { t } = useTranslation('verify');
  const verification = useVerification(target);
  const { step } = verification;
  const isBusy = step.kind === 'checking' || step.kind === 'repairing';
  return (
    <Dialog heading={t('heading')} size="38rem" isHeld={isBusy} onClose={onClose}>
      <div className={layout.stack4}>
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
    queryKey: ['file-pieces', target],
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

interface VerifyResultProps {
  step: Extract<Step, { kind: 'checked' | 'repaired' }>;
  onRepair(checked: Checked): void;
  onRestart(): void;
}

/** What the comparison has found, and the button that repairs the file. */
function VerifyResult({ step, onRepair, onRestart }: VerifyResultProps) {
  const { t } = useTranslation('verify');
  const { checked } = step;
  const { comparison } = checked;
  const isRepaired = step.kind === 'repaired';
  const mayRepair = !(isRepaired || isIdentical(comparison) || comparison.isOther);
  return (
    <>
      <div role="status">
        {step.kind === 'repaired' ? <Repaired {...step} /> : <Found checked={checked} />}
      </div>
      {step.kind === 'checked' && <VerifyErrorNotice error={step.error} isBegun={step.isBegun} />}
      {mayRepair && <p className={styles.hint}>{t(checked.handle ? 'inPlace' : 'asCopy')}</p>}
      <div className={styles.buttons}>
        {mayRepair && (
          <RepairButton
            checked={checked}
            isBegun={step.kind === 'checked' && step.isBegun === true}
            onRepair={onRepair}
          />
        )}
        <Button variant="default" onClick={onRestart}>
          {t('another')}
        </Button>
      </div>
    </>
  );
}

interface RepairButtonProps {
  checked: Checked;
  isBegun: boolean;
  onRepair(checked: Checked): void;
}

function RepairButton({ checked, isBegun, onRepair }: RepairButtonProps) {
  const { t, i18n } = useTranslation('verify');
  const { wrongBytes } = checked.comparison;
  const size = formatSize(wrongBytes, i18n.language);
  const first = wrongBytes > 0 ? t('repair', { size }) : t('cutOff');
  return (
    <Button data-autofocus onClick={() => onRepair(checked)}>
      {isBegun ? t('continue') : first}
    </Button>
  );
}

function Found({ checked }: { checked: Checked }) {
  const { t, i18n } = useTranslation('verify');
  const { comparison, expected, file } = checked;
  if (isIdentical(comparison)) {
    return (
      <Verdict isGood heading={t('identical')} name={file.name} details={<Sha256 sha256={expected.sha256} />}>
        <p>{t('identicalText')}</p>
      </Verdict>
    );
  }
  if (comparison.isOther) {
    return (
      <Verdict heading={t('other')} name={file.name}>
        <p>{t('otherText')}</p>
      </Verdict>
    );
  }
  const size = formatSize(comparison.wrongBytes, i18n.language);
  const heading = comparison.wrongBytes > 0 ? t('damaged', { size }) : t('tooLongHeading');
  return <Verdict heading={heading} name={file.name} details={<Differences checked={checked} />} />;
}

/** More would not help anybody. */
const shownRanges = 5;

function Differences({ checked: { comparison, expected } }: { checked: Checked }) {
  const { t, i18n } = useTranslation('verify');
  const { wrong, ranges, missingBytes, surplusBytes } = comparison;
  const size = (bytes: number) => formatSize(bytes, i18n.language);
  const more = ranges.length - shownRanges;
  return (
    <>
      {wrong.length > 0 && <p>{t('differs', { wrong: wrong.length, total: expected.digests.length })}</p>}
      {ranges.length > 0 && (
        <ul className={styles.ranges}>
          {ranges.slice(0, shownRanges).map(({ start, end }) => (
            <li key={start}>
              {t(start > 0 ? 'range' : 'rangeAtStart', { size: size(end - start), from: size(start) })}
            </li>
          ))}
          {more > 0 && <li>{t('moreRanges', { count: more })}</li>}
        </ul>
      )}
      {missingBytes > 0 && <p>{t('tooShort', { size: size(missingBytes) })}</p>}
      {surplusBytes > 0 && <p>{t('tooLong', { size: size(surplusBytes) })}</p>}
    </>
  );
}

function Repaired({ checked, isInPlace }: Extract<Step, { kind: 'repaired' }>) {
  const { t } = useTranslation('verify');
  const { expected, file } = checked;
  return (
    <Verdict isGood heading={t('repaired')} name={file.name} details={<Sha256 sha256={expected.sha256} />}>
      <p>{t(isInPlace ? 'repairedInPlace' : 'savedCopy')}</p>
    </Verdict>
  );
}

interface VerdictProps {
  isGood?: boolean;
  heading: string;
  name: string;
  details?: ReactNode;
  children?: ReactNode;
}

function Verdict({ isGood = false, heading, name, details, children }: VerdictProps) {
  const { t } = useTranslation('verify');
  const Icon = isGood ? IconCircleCheck : IconAlertTriangle;
  return (
    <div className={styles.verdict} data-good={isGood || undefined}>
      <Icon size={28} stroke={1.6} aria-hidden className={styles.icon} />
      <div className={layout.stack2}>
        <h3 className={styles.heading}>{heading}</h3>
        <p className={styles.name}>{name}</p>
        {children}
        {details && (
          <Disclosure label={t('details')}>
            <div className={styles.details}>{details}</div>
          </Disclosure>
        )}
      </div>
    </div>
  );
}

function Sha256({ sha256 }: { sha256: string }) {
  const { t } = useTranslation('verify');
  return (
    <div className={styles.digest}>
      <code>{sha256}</code>
      <CopyButton text={sha256} label={t('copySha256')} />
    </div>
  );
}

function VerifyErrorNotice({ error, isBegun }: { error: unknown; isBegun?: boolean | undefined }) {
  const { t } = useTranslation('verify');
  const { t: tDownloads } = useTranslation('downloads');
  if (error === undefined) return null;
  if (error instanceof ApiError) {
    const { key, values } = downloadErrorText(error);
    return (
      <Notice kind="error">
        {tDownloads(key, values)} {isBegun && t('kept')}
      </Notice>
    );
  }
  return <Notice kind="error">{t(`errors.${verifyFailureOf(error)}`)}</Notice>;
}
