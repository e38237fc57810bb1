// The limits that apply to a member, and how much of each is used. Shows nothing about limits that do not exist.
import type { LimitsUse } from '@cellar/contract/transfer/download-limits.endpoints.ts';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatAmount, GB, MB } from '#lib/amounts.ts';
import { formatSize, formatWeekday } from '#lib/format.ts';
import { ProgressBar } from './feedback/progress-bar.tsx';
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
  const { language } = i18n;
  const size = (bytes: number) => formatSize(bytes, language);
  const count = (value: number) => formatAmount(value, 1, language);
  const hasUse = use.bytes + use.files + use.reservedBytes + use.reservedFiles > 0;
  return (
    <div className={styles.meters}>
      {bytesPerPeriod !== null && (
        <Meter
          label={t(`bytes.${period}`)}
          used={use.bytes + use.reservedBytes}
          limit={bytesPerPeriod}
          texts={{
            used: size(use.bytes + use.reservedBytes),
            limit: formatAmount(bytesPerPeriod, GB, language),
          }}
          note={use.reservedBytes > 0 ? t('reserved', { size: size(use.reservedBytes) }) : undefined}
        />
      )}
      {filesPerPeriod !== null && (
        <Meter
          label={t(`files.${period}`)}
          used={use.files + use.reservedFiles}
          limit={filesPerPeriod}
          texts={{ used: count(use.files + use.reservedFiles), limit: count(filesPerPeriod) }}
        />
      )}
      {hasUse && (bytesPerPeriod !== null || filesPerPeriod !== null) && (
        <Text className={styles.note}>{t('freeAt', { date: formatWeekday(freeAt, language) })}</Text>
      )}
      <dl className={styles.facts}>
        {showsAll && bytesPerPeriod === null && <Fact name={t(`bytes.${period}`)} value={size(use.bytes)} />}
        {showsAll && filesPerPeriod === null && <Fact name={t(`files.${period}`)} value={count(use.files)} />}
        {downloadsAtOnce !== null && <Fact name={t('atOnce')} value={count(downloadsAtOnce)} />}
        {bytesPerSecond !== null && (
          <Fact
            name={t('speed')}
            value={t('perSecond', { size: formatAmount(bytesPerSecond, MB, language) })}
          />
        )}
      </dl>
    </div>
  );
}

interface MeterProps {
  label: string;
  used: number;
  limit: number;
  texts: { used: string; limit: string };
  note?: string | undefined;
}

function Meter({ label, used, limit, texts, note }: MeterProps) {
  const { t } = useTranslation('limits');
  return (
    <div>
      <p className={styles.line}>
        <span>{label}</span>
        <strong>{t('of', texts)}</strong>
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
