import { api } from '@cellar/contract/api.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { AdminSettings as Settings } from '@cellar/contract/settings.ts';
import { Flex, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { LoadFailed } from '#ui/feedback/load-failed.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Select } from '#ui/fields/select.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import { Section } from '#ui/section.tsx';
import { SaveBar } from './save-bar.tsx';
import { bodyOf, type SettingsChanges, type SettingsValues, valuesOf } from './settings-draft.ts';
import { useSettingsDraft } from './use-settings-draft.ts';

/** `onSaved` lets the page refresh related data, such as the site's name in the header. */
export function AdminSettings({ onSaved }: { onSaved(): void }) {
  const { t } = useTranslation('settings');
  const client = useApi();
  const query = useQuery({
    queryKey: queryKeys.settings,
    queryFn: ({ signal }) => client.call(api.getSettings, { signal }),
    // Refetched to show changes by other admins. Unsaved changes stay in the form.
    staleTime: 0,
  });
  if (query.data) return <SettingsForm settings={query.data} onSaved={onSaved} />;
  if (query.isPending) {
    return (
      <Flex direction="column" gap="var(--space-5)" role="status" aria-label={t('loading')}>
        <Skeleton height="16rem" />
        <Skeleton height="10rem" />
        <Skeleton height="10rem" />
      </Flex>
    );
  }
  return <LoadFailed title={t('loadFailedTitle')} onRetry={() => void query.refetch()} />;
}

const steps = (limits.retentionMax - limits.retentionMin) / limits.retentionStep + 1;
const retentions = Array.from(
  { length: steps },
  (_, step) => limits.retentionMin + step * limits.retentionStep,
);

interface SettingsFormProps {
  settings: Settings;
  onSaved(): void;
}

function SettingsForm({ settings, onSaved }: SettingsFormProps) {
  const { t } = useTranslation('settings');
  const draft = useSiteDraft(settings, onSaved);
  const { values, change } = draft;
  const nameError = values.siteName.trim() === '' ? t('site.nameMissing') : draft.issues.siteName;
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (values.siteName.trim()) draft.save();
  };
  return (
    <form
      style={{ display: 'flex', flexDirection: 'column', gap: 'var(--space-5)' }}
      onSubmit={handleSubmit}
      noValidate
    >
      <Section heading={t('site.heading')} lead={t('site.lead')}>
        <Flex direction="column" gap="var(--space-5)">
          <TextInput
            label={t('site.name')}
            description={t('site.nameHint')}
            value={values.siteName}
            maxLength={80}
            required
            error={nameError}
            maw="30rem"
            onChange={(event) => change({ siteName: event.currentTarget.value })}
          />
          <Switch
            label={t('site.publicGamePages')}
            description={t('site.publicGamePagesHint')}
            isOn={values.publicGamePages}
            onChange={(publicGamePages) => change({ publicGamePages })}
          />
        </Flex>
      </Section>
      <Section heading={t('access.heading')} lead={t('access.lead')}>
        <Switch
          label={t('access.registrationEnabled')}
          description={t('access.registrationEnabledHint')}
          isOn={values.registrationEnabled}
          onChange={(registrationEnabled) => change({ registrationEnabled })}
        />
      </Section>
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
      <SaveBar draft={draft} label={t('save')} />
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

function useSiteDraft(settings: Settings, onSaved: () => void) {
  const { t } = useTranslation('settings');
  const client = useApi();
  const queryClient = useQueryClient();
  return useSettingsDraft({
    saved: valuesOf(settings),
    send: (changes: SettingsChanges) => client.call(api.updateSettings, { body: bodyOf(changes) }),
    onSaved(answer) {
      queryClient.setQueryData(queryKeys.settings, answer);
      onSaved();
    },
    failed: t('saveFailed'),
    unsaved: t('unsavedChanges'),
  });
}
