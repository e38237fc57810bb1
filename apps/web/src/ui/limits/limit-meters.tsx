// The limits that apply to a member, and how much of each is used. Shows nothing about limits that do not exist.
import type { LimitsUse } from '@cellar/contract/download-limits.ts';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatSize } from '#lib/format.ts';
import { formatWeekday } from '#lib/format-time.ts';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import styles from './limit-meters.module.css';

export function hasLimits({ limits }: LimitsUse): boolean {
  const { bytesPerPeriod, filesPerPeriod, downloadsAtOnce, bytesPerSecond } = limits;
  return [bytesPerPeriod, filesPerPeriod, downloadsAtOnce, bytesPerSecond].some((limit) => limit !== null);
}

export interface LimitMetersProps {
  use: LimitsUse;
  /** Also shows what was used without a limit. */
  showsAll?: boolean;
}

export function LimitMeters({ use, showsAll = false }: LimitMetersProps) {
  const { t, i18n } = useTranslation('limits');
  const { limits, freeAt } = use;
  const { period, bytesPerPeriod, filesPerPeriod, downloadsAtOnce, bytesPerSecond } = limits;
  const size = (bytes: number) => formatSize(bytes, i18n.language);
  const count = (value: number) => new Intl.NumberFormat(i18n.language).format(value);
  return (
    <div className={styles.meters}>
      {bytesPerPeriod !== null && (
        <Meter
          label={t(`bytes.${period}`)}
          used={use.bytes + use.reservedBytes}
          limit={bytesPerPeriod}
          format={size}
          note={use.reservedBytes > 0 ? t('reserved', { size: size(use.reservedBytes) }) : undefined}
        />
      )}
      {filesPerPeriod !== null && (
        <Meter
          label={t(`files.${period}`)}
          used={use.files + use.reservedFiles}
          limit={filesPerPeriod}
          format={count}
        />
      )}
      {(bytesPerPeriod !== null || filesPerPeriod !== null) && (
        <Text className={styles.note}>{t('freeAt', { date: formatWeekday(freeAt, i18n.language) })}</Text>
      )}
      <dl className={styles.facts}>
        {showsAll && bytesPerPeriod === null && <Fact name={t(`bytes.${period}`)} value={size(use.bytes)} />}
        {showsAll && filesPerPeriod === null && <Fact name={t(`files.${period}`)} value={count(use.files)} />}
        {downloadsAtOnce !== null && <Fact name={t('atOnce')} value={count(downloadsAtOnce)} />}
        {bytesPerSecond !== null && (
          <Fact name={t('speed')} value={t('perSecond', { size: size(bytesPerSecond) })} />
        )}
      </dl>
    </div>
  );
}

interface MeterProps {
  label: string;
  used: number;
  limit: number;
  format(amount: number): string;
  note?: string | undefined;
}

function Meter({ label, used, limit, format, note }: MeterProps) {
  const { t } = useTranslation('limits');
  return (
    <div>
      <p className={styles.line}>
        <span>{label}</span>
        <strong>{t('of', { used: format(used), limit: format(limit) })}</strong>
      </p>
      <ProgressBar percent={Math.min(100, Math.floor((used / limit) * 100))} label={label} />
      {note && <Text className={styles.note}>{note}</Text>}
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className={styles.line}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
