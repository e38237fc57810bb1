import { Flex, Group, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MB } from '#lib/amounts.ts';
import { Switch } from '#ui/fields/switch.tsx';
import { LimitField, type LimitFieldsProps } from './limit-field.tsx';

/** Suggested when an admin turns the hours on. */
const evening = { from: '18:00', to: '23:00' };

export function SiteSpeedFields(props: LimitFieldsProps) {
  const { t } = useTranslation('limitsAdmin');
  const { values, timeZone, errorOf, onChange } = props;
  const { hours } = values;
  return (
    <Flex direction="column" gap="var(--space-5)">
      <LimitField
        {...props}
        name="siteSpeed"
        label={t('site.speed')}
        unit={MB}
        // Hours without a speed would limit nothing.
        required={hours !== null}
      />
      <Switch
        label={t('site.hours')}
        description={t('site.hoursHint', { timeZone })}
        isOn={hours !== null}
        onChange={(isOn) => onChange({ hours: isOn ? evening : null })}
      />
      {hours && (
        // An error must not make its field wider.
        <Group grow wrap="nowrap" gap="var(--space-4)" align="flex-start" maw="30rem">
          <TextInput
            type="time"
            label={t('site.from')}
            required
            value={hours.from}
            error={errorOf('from')}
            onChange={(event) => onChange({ hours: { ...hours, from: event.currentTarget.value } })}
          />
          <TextInput
            type="time"
            label={t('site.to')}
            required
            value={hours.to}
            error={errorOf('to')}
            onChange={(event) => onChange({ hours: { ...hours, to: event.currentTarget.value } })}
          />
        </Group>
      )}
    </Flex>
  );
}

export function UploadSpeedField(props: LimitFieldsProps) {
  const { t } = useTranslation('limitsAdmin');
  return <LimitField {...props} name="uploadSpeed" label={t('uploads.speed')} unit={MB} />;
}
