import { limitBounds, type Period, periods } from '@cellar/contract/rules/download-limits.ts';
import { Flex } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { GB, MB } from '#lib/amounts.ts';
import { unitName } from '#lib/format.ts';
import { AmountField } from '#ui/fields/amount-field.tsx';
import { Select } from '#ui/fields/select.tsx';
import type { LimitValues } from './limit-values.ts';

export interface LimitFieldsProps {
  values: LimitValues;
  /** The server's validation errors by field name. */
  issues: Record<string, string>;
  timeZone: string;
  onChange(part: Partial<LimitValues>): void;
}

export function MemberLimitFields({ values, issues, timeZone, onChange }: LimitFieldsProps) {
  const { t, i18n } = useTranslation('limitsAdmin');
  return (
    <Flex direction="column" gap="var(--space-5)">
      <Select
        label={t('members.period')}
        description={t('members.periodHint', { timeZone })}
        maw="30rem"
        value={values.period}
        data={periods.map((value) => ({ value, label: t(`periods.${value}`) }))}
        onChange={(event) => onChange({ period: event.currentTarget.value as Period })}
      />
      <AmountField
        label={t('members.bytes')}
        description={t('empty')}
        error={issues.bytesPerPeriod}
        amount={values.bytesPerPeriod}
        unit={GB}
        unitLabel={unitName('GB', i18n.language)}
        bounds={limitBounds.bytesPerPeriod}
        onAmount={(bytesPerPeriod) => onChange({ bytesPerPeriod })}
      />
      <AmountField
        label={t('members.files')}
        description={t('empty')}
        error={issues.filesPerPeriod}
        amount={values.filesPerPeriod}
        unit={1}
        bounds={limitBounds.filesPerPeriod}
        onAmount={(filesPerPeriod) => onChange({ filesPerPeriod })}
      />
      <AmountField
        label={t('members.atOnce')}
        description={t('empty')}
        error={issues.downloadsAtOnce}
        amount={values.downloadsAtOnce}
        unit={1}
        bounds={limitBounds.downloadsAtOnce}
        onAmount={(downloadsAtOnce) => onChange({ downloadsAtOnce })}
      />
      <AmountField
        label={t('members.speed')}
        description={`${t('members.speedHint')} ${t('empty')}`}
        amount={values.bytesPerSecond}
        unit={MB}
        unitLabel={`${unitName('MB', i18n.language)}/s`}
        bounds={limitBounds.speed}
        onAmount={(bytesPerSecond) => onChange({ bytesPerSecond })}
      />
    </Flex>
  );
}
