// The limits of downloads: for all members, and for the site.

import { adminApi } from '@cellar/contract/admin-api.ts';
import type { SiteLimits, SiteLimitsChange } from '@cellar/contract/transfer/download-limits.endpoints.ts';
import { limitBounds, type Period, periods } from '@cellar/contract/transfer/rules/download-limits.ts';
import { Flex, Group, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GB, isWithinBounds, MB } from '#lib/amounts.ts';
import { focusWrongField } from '#lib/form-fields.ts';
import { unitName } from '#lib/format.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useSaveBar } from '#lib/save-bar-context.ts';
import { useApi } from '#lib/services-context.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { LoadFailed } from '#ui/feedback/messages.tsx';
import { AmountField, boundsText } from '#ui/fields/amount-field.tsx';
import { Select } from '#ui/fields/select.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import layout from '#ui/layout.module.css';
import { Section } from '#ui/section.tsx';
import { useSettingsDraft } from './settings-draft.ts';

export function LimitsSettings() {
  const { t } = useTranslation('limitsAdmin');
  const client = useApi();
  const query = useQuery({
    queryKey: queryKeys.limits.site,
    queryFn: ({ signal }) => client.call(adminApi.getSiteLimits, { signal }),
    // Another admin may have changed them. Unsaved changes stay in the form.
    staleTime: 0,
  });
  if (query.data) return <LimitsForm limits={query.data} />;
  if (query.isPending) {
    return (
      <Flex direction="column" gap="var(--space-5)" role="status" aria-label={t('loading')}>
        <Skeleton height="24rem" />
        <Skeleton height="10rem" />
      </Flex>
    );
  }
  return <LoadFailed title={t('loadFailedTitle')} onRetry={() => void query.refetch()} />;
}

function LimitsForm({ limits }: { limits: SiteLimits }) {
  const { t } = useTranslation('limitsAdmin');
  const form = useRef<HTMLFormElement>(null);
  const draft = useLimitsDraft(limits);
  useSaveBar(form, draft);
  const { values, issues, change } = draft;
  const [isRefused, setRefused] = useState(false);
  const errors = limitErrorsOf(values);
  const fields = {
    ...{ values, timeZone: limits.timeZone, onChange: change },
    errorOf: useErrorTexts(isRefused ? errors : { to: errors.to }, issues),
  };
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const hasErrors = Object.keys(errors).length > 0;
    setRefused(hasErrors);
    if (hasErrors) focusWrongField(event.currentTarget);
    else draft.save();
  };
  return (
    <form ref={form} className={layout.stack5} onSubmit={handleSubmit} noValidate>
      <Section heading={t('members.heading')} lead={`${t('members.lead')} ${t('empty')}`}>
        <MemberLimitFields {...fields} />
      </Section>
      <Section heading={t('site.heading')} lead={t('site.lead')}>
        <SiteSpeedFields {...fields} />
      </Section>
      {/* Without a submit button, Enter would do nothing in a form with several fields. */}
      <input type="submit" hidden />
    </form>
  );
}

/** Returns the error of a field as a text: what the page knows, or what the server has answered. */
function useErrorTexts(errors: LimitErrors, issues: Record<string, string>): LimitFieldsProps['errorOf'] {
  const { t, i18n } = useTranslation('limitsAdmin');
  return (name, unit = 1) => {
    const error = errors[name];
    if (error === undefined) return issues[name];
    if (error !== 'outOfBounds') return t(`errors.${error}`);
    return t('errors.outOfBounds', boundsText(amountBounds[name as AmountName], unit, i18n.language));
  };
}

function useLimitsDraft(limits: SiteLimits) {
  const { t } = useTranslation('limitsAdmin');
  const client = useApi();
  const queryClient = useQueryClient();
  return useSettingsDraft({
    saved: valuesOf(limits),
    send: (changes: Partial<LimitValues>) =>
      client.call(adminApi.changeSiteLimits, { body: bodyOf(changes) }),
    onSaved(answer) {
      queryClient.setQueryData(queryKeys.limits.site, answer);
      void queryClient.invalidateQueries({ queryKey: queryKeys.limits.all });
    },
    failed: t('saveFailed'),
    unsaved: t('unsavedChanges'),
  });
}

function MemberLimitFields(props: LimitFieldsProps) {
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
      <LimitField
        {...props}
        name="bytesPerSecond"
        label={t('members.speed')}
        description={t('members.speedHint')}
        unit={MB}
      />
      <MoreFields isSet={values.filesPerPeriod !== null || values.downloadsAtOnce !== null}>
        <LimitField {...props} name="filesPerPeriod" label={t('members.files')} unit={1} />
        <LimitField {...props} name="downloadsAtOnce" label={t('members.atOnce')} unit={1} />
      </MoreFields>
    </Flex>
  );
}

/** Limits that few clubs need. They are shown if one of them is set. */
function MoreFields({ isSet, children }: { isSet: boolean; children: ReactNode }) {
  const { t } = useTranslation('settings');
  return (
    <Disclosure label={t('more')} isOpen={isSet}>
      <div className={layout.stack5}>{children}</div>
    </Disclosure>
  );
}

function SiteSpeedFields(props: LimitFieldsProps) {
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
        onChange={(isOn) => onChange({ hours: isOn ? { from: '18:00', to: '23:00' } : null })}
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
      <MoreFields isSet={values.uploadSpeed !== null}>
        <LimitField
          {...props}
          name="uploadSpeed"
          label={t('uploads.speed')}
          description={t('uploads.lead')}
          unit={MB}
        />
      </MoreFields>
    </Flex>
  );
}

interface LimitFieldsProps {
  values: LimitValues;
  timeZone: string;
  errorOf(name: keyof LimitErrors, unit?: number): string | undefined;
  onChange(part: Partial<LimitValues>): void;
}

interface LimitFieldProps extends LimitFieldsProps {
  name: AmountName;
  label: string;
  description?: string;
  /** Bytes per GB, bytes per MB for a speed, or 1. */
  unit: number;
  required?: boolean;
}

function LimitField(props: LimitFieldProps) {
  const { values, errorOf, onChange, name, label, description, unit, required } = props;
  const { t, i18n } = useTranslation('limitsAdmin');
  return (
    <AmountField
      label={label}
      description={description}
      placeholder={required ? undefined : t('user.unlimited')}
      required={required}
      error={errorOf(name, unit)}
      amount={values[name]}
      unit={unit}
      unitLabel={unitLabelOf(unit, i18n.language)}
      bounds={amountBounds[name]}
      onAmount={(amount) => onChange({ [name]: amount })}
    />
  );
}

function unitLabelOf(unit: number, language: string): string | undefined {
  if (unit === 1) return undefined;
  return unit === MB ? `${unitName('MB', language)}/s` : unitName('GB', language);
}

// What is wrong with the values of the form for the limits of downloads.

type AmountName = Exclude<keyof LimitValues, 'period' | 'hours'>;
type LimitErrors = Partial<
  Record<AmountName, 'outOfBounds' | 'speedMissing'> & Record<'from' | 'to', 'timeMissing' | 'sameTime'>
>;

const amountBounds: Record<AmountName, { min: number; max: number }> = {
  bytesPerPeriod: limitBounds.bytesPerPeriod,
  filesPerPeriod: limitBounds.filesPerPeriod,
  downloadsAtOnce: limitBounds.downloadsAtOnce,
  bytesPerSecond: limitBounds.speed,
  siteSpeed: limitBounds.speed,
  uploadSpeed: limitBounds.uploadSpeed,
};

export function limitErrorsOf(values: LimitValues): LimitErrors {
  const { hours, siteSpeed } = values;
  const errors: LimitErrors = {};
  for (const name of Object.keys(amountBounds) as AmountName[]) {
    const amount = values[name];
    if (amount !== null && !isWithinBounds(amount, amountBounds[name])) errors[name] = 'outOfBounds';
  }
  // Hours without a speed would limit nothing.
  if (hours && siteSpeed === null) errors.siteSpeed = 'speedMissing';
  if (hours?.from === '') errors.from = 'timeMissing';
  if (hours?.to === '') errors.to = 'timeMissing';
  else if (hours && hours.from === hours.to) errors.to = 'sameTime';
  return errors;
}

export type LimitValues = SiteLimits['members'] & {
  siteSpeed: SiteLimits['site']['bytesPerSecond'];
  hours: SiteLimits['site']['hours'];
  uploadSpeed: SiteLimits['uploads']['bytesPerSecond'];
};

/** The values of the form for the limits of downloads, and the changes that it sends. */
function valuesOf({ members, site, uploads }: SiteLimits): LimitValues {
  return {
    ...members,
    siteSpeed: site.bytesPerSecond,
    hours: site.hours,
    uploadSpeed: uploads.bytesPerSecond,
  };
}

/** Contains only what has changed. */
function bodyOf(changes: Partial<LimitValues>): SiteLimitsChange {
  const { siteSpeed, hours, uploadSpeed, ...members } = changes;
  const site = {
    ...(siteSpeed !== undefined && { bytesPerSecond: siteSpeed }),
    ...(hours !== undefined && { hours }),
  };
  return {
    ...(Object.keys(members).length > 0 && { members }),
    ...(Object.keys(site).length > 0 && { site }),
    ...(uploadSpeed !== undefined && { uploads: { bytesPerSecond: uploadSpeed } }),
  };
}
