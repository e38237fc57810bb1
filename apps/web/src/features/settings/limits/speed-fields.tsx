import { limitBounds } from '@cellar/contract/rules/download-limits.ts';
import { Flex, Group, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MB } from '#lib/amounts.ts';
import { unitName } from '#lib/format.ts';
import { AmountField } from '#ui/fields/amount-field.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import type { LimitFieldsProps } from './member-limit-fields.tsx';

/** Suggested when an admin turns the hours on. */
const evening = { from: '18:00', to: '23:00' };

export function SiteSpeedFields({ values, timeZone, onChange }: LimitFieldsProps) {
  const { t, i18n } = useTranslation('limitsAdmin');
  const { siteSpeed, hours } = values;
  return (
    <Flex direction="column" gap="var(--space-5)">
      <AmountField
        label={t('site.speed')}
        description={t('empty')}
        amount={siteSpeed}
        unit={MB}
        unitLabel={`${unitName('MB', i18n.language)}/s`}
        bounds={limitBounds.speed}
        onAmount={(speed) => onChange({ siteSpeed: speed })}
      />
      <Switch
        label={t('site.hours')}
        description={t('site.hoursHint', { timeZone })}
        isOn={hours !== null}
        onChange={(isOn) => onChange({ hours: isOn ? evening : null })}
      />
      {hours && (
        <Group gap="var(--space-4)" align="flex-start">
          <TextInput
            type="time"
            label={t('site.from')}
            required
            value={hours.from}
            onChange={(event) => onChange({ hours: { ...hours, from: event.currentTarget.value } })}
          />
          <TextInput
            type="time"
            label={t('site.to')}
            required
            value={hours.to}
            error={hours.from === hours.to && t('site.sameTime')}
            onChange={(event) => onChange({ hours: { ...hours, to: event.currentTarget.value } })}
          />
        </Group>
      )}
    </Flex>
  );
}

export function UploadSpeedField({ values, onChange }: LimitFieldsProps) {
  const { t, i18n } = useTranslation('limitsAdmin');
  return (
    <AmountField
      label={t('uploads.speed')}
      description={t('empty')}
      amount={values.uploadSpeed}
      unit={MB}
      unitLabel={`${unitName('MB', i18n.language)}/s`}
      bounds={limitBounds.uploadSpeed}
      onAmount={(uploadSpeed) => onChange({ uploadSpeed })}
    />
  );
}
