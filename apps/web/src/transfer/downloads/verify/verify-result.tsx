// What the comparison has found, and the button that repairs the file.
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '#lib/format.ts';
import { CopyButton } from '#ui/fields/copy-button.tsx';
import { isIdentical } from './compare.ts';
import type { Checked, Step } from './use-verification.ts';
import styles from './verify.module.css';
import { VerifyErrorNotice } from './verify-error-notice.tsx';

interface VerifyResultProps {
  step: Extract<Step, { kind: 'checked' | 'repaired' }>;
  onRepair(checked: Checked): void;
  onRestart(): void;
}

export function VerifyResult({ step, onRepair, onRestart }: VerifyResultProps) {
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
  const { t } = useTranslation('verify');
  const { comparison, expected, file } = checked;
  const count = comparison.wrong.length;
  if (isIdentical(comparison)) {
    return (
      <Verdict isGood heading={t('identical')} name={file.name}>
        <p>{t('identicalText')}</p>
        <Sha256 sha256={expected.sha256} />
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
  const heading =
    count > 0 ? t('differs', { wrong: count, total: expected.digests.length }) : t('tooLongHeading');
  return (
    <Verdict heading={heading} name={file.name}>
      <Differences checked={checked} />
    </Verdict>
  );
}

/** More would not help anybody. */
const shownRanges = 5;

function Differences({ checked: { comparison } }: { checked: Checked }) {
  const { t, i18n } = useTranslation('verify');
  const { ranges, missingBytes, surplusBytes } = comparison;
  const size = (bytes: number) => formatSize(bytes, i18n.language);
  const more = ranges.length - shownRanges;
  return (
    <>
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
    <Verdict isGood heading={t('repaired')} name={file.name}>
      <p>{t(isInPlace ? 'repairedInPlace' : 'savedCopy')}</p>
      <Sha256 sha256={expected.sha256} />
    </Verdict>
  );
}

interface VerdictProps {
  isGood?: boolean;
  heading: string;
  name: string;
  children: ReactNode;
}

function Verdict({ isGood = false, heading, name, children }: VerdictProps) {
  const Icon = isGood ? IconCircleCheck : IconAlertTriangle;
  return (
    <div className={styles.verdict} data-good={isGood || undefined}>
      <Icon size={28} stroke={1.6} aria-hidden className={styles.icon} />
      <div className={styles.found}>
        <h3 className={styles.heading}>{heading}</h3>
        <p className={styles.name}>{name}</p>
        {children}
      </div>
    </div>
  );
}

function Sha256({ sha256 }: { sha256: string }) {
  const { t } = useTranslation('verify');
  return (
    <div className={styles.digest}>
      <code>{sha256}</code>
      <CopyButton text={sha256} label={t('copySha256')} copiedLabel={t('copied')} />
    </div>
  );
}
