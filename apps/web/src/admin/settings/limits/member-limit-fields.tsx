import { type Period, periods } from '@cellar/contract/transfer/rules/download-limits.ts';
import { Flex } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { GB, MB } from '#lib/amounts.ts';
import { Select } from '#ui/fields/select.tsx';
import { LimitField, type LimitFieldsProps } from './limit-field.tsx';

export function MemberLimitFields(props: LimitFieldsProps) {
  const { t } = useTranslation('limitsAdmin');
  const { values, timeZone, onChange } = props;
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
      <LimitField {...props} name="bytesPerPeriod" label={t('members.bytes')} unit={GB} />
      <LimitField {...props} name="filesPerPeriod" label={t('members.files')} unit={1} />
      <LimitField {...props} name="downloadsAtOnce" label={t('members.atOnce')} unit={1} />
      <LimitField
        {...props}
        name="bytesPerSecond"
        label={t('members.speed')}
        description={t('members.speedHint')}
        unit={MB}
      />
    </Flex>
  );
}
