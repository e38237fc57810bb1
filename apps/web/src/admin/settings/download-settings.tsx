// How much members keep of their download history, and what is recorded for admins.

import type { AdminSettings } from '@cellar/contract/admin/site.endpoints.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { Flex } from '@mantine/core';
import { type FormEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSaveBar } from '#lib/save-bar-context.ts';
import { Select } from '#ui/fields/select.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import layout from '#ui/layout.module.css';
import { Section } from '#ui/section.tsx';
import { LoadedSettings, useSiteDraft } from './loaded-settings.tsx';
import type { SettingsChanges, SettingsValues } from './settings-draft.ts';

export function DownloadSettings() {
  return <LoadedSettings>{(settings) => <DownloadForm settings={settings} />}</LoadedSettings>;
}

const steps = (limits.retentionMax - limits.retentionMin) / limits.retentionStep + 1;
const retentions = Array.from(
  { length: steps },
  (_, step) => limits.retentionMin + step * limits.retentionStep,
);

function DownloadForm({ settings }: { settings: AdminSettings }) {
  const { t } = useTranslation('settings');
  const form = useRef<HTMLFormElement>(null);
  const draft = useSiteDraft(settings);
  useSaveBar(form, draft);
  const { values, change } = draft;
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    draft.save();
  };
  return (
    <form ref={form} className={layout.stack5} onSubmit={handleSubmit} noValidate>
      <Section heading={t('history.heading')} lead={t('history.lead')}>
        <Select
          label={t('history.maxUserRetention')}
          description={t('history.maxUserRetentionHint')}
          maw="30rem"
          value={String(values.maxUserRetention)}
          data={retentions.map((count) => ({ value: String(count), label: t('history.entries', { count }) }))}
          onChange={(event) => change({ maxUserRetention: Number(event.currentTarget.value) })}
        />
      </Section>
      <UsageSwitches values={values} onChange={change} />
    </form>
  );
}

interface UsageSwitchesProps {
  values: SettingsValues;
  onChange(part: SettingsChanges): void;
}

function UsageSwitches({ values, onChange }: UsageSwitchesProps) {
  const { t } = useTranslation('settings');
  const { enabled, trackDownloads, trackUserActivity } = values;
  return (
    <Section heading={t('usage.heading')} lead={t('usage.lead')}>
      <Flex direction="column" gap="var(--space-5)">
        <Switch
          label={t('usage.enabled')}
          description={t('usage.enabledHint')}
          isOn={enabled}
          onChange={(isOn) => onChange({ enabled: isOn })}
        />
        <Switch
          label={t('usage.trackDownloads')}
          description={t('usage.trackDownloadsHint')}
          isOn={trackDownloads}
          disabled={!enabled}
          onChange={(isOn) => onChange({ trackDownloads: isOn })}
        />
        <Switch
          label={t('usage.trackUserActivity')}
          description={t('usage.trackUserActivityHint')}
          isOn={trackUserActivity}
          disabled={!enabled || !trackDownloads}
          onChange={(isOn) => onChange({ trackUserActivity: isOn })}
        />
      </Flex>
    </Section>
  );
}
