// The form of the settings. What is changed and not saved yet is said at the foot, which stays in sight.

import { limits } from '@cellar/contract/rules/limits.ts';
import type { AdminSettings } from '@cellar/contract/settings.ts';
import { Button, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '#ui/section.tsx';
import { Select } from '#ui/select.tsx';
import { Switch } from '#ui/switch.tsx';
import { type SettingsChanges, valuesOf, withChange, withoutSent } from './settings-draft.ts';
import styles from './settings-form.module.css';
import { useSaveSettings } from './use-save-settings.ts';

const steps = (limits.retentionMax - limits.retentionMin) / limits.retentionStep + 1;
const retentions = Array.from(
  { length: steps },
  (_, step) => limits.retentionMin + step * limits.retentionStep,
);

export interface SettingsFormProps {
  settings: AdminSettings;
  onSaved(): void;
}

export function SettingsForm({ settings, onSaved }: SettingsFormProps) {
  const { t } = useTranslation('settings');
  const saved = valuesOf(settings);
  const [changes, setChanges] = useState<SettingsChanges>({});
  const save = useSaveSettings((sent) => {
    setChanges((current) => withoutSent(current, sent));
    onSaved();
  });
  const values = { ...saved, ...changes };
  const isChanged = Object.keys(changes).length > 0;
  const nameError = values.siteName.trim() === '' ? t('site.nameMissing') : save.issues.siteName;
  const change = (part: SettingsChanges) => {
    save.forget();
    setChanges(withChange(saved, changes, part));
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged && values.siteName.trim() && !save.isSaving) save.save(changes);
  };
  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate>
      <Section heading={t('site.heading')} lead={t('site.lead')}>
        <div className={styles.fields}>
          <TextInput
            label={t('site.name')}
            description={t('site.nameHint')}
            value={values.siteName}
            maxLength={80}
            required
            error={nameError}
            className={styles.name}
            onChange={(event) => change({ siteName: event.currentTarget.value })}
          />
          <Switch
            label={t('site.publicGamePages')}
            description={t('site.publicGamePagesHint')}
            isOn={values.publicGamePages}
            onChange={(publicGamePages) => change({ publicGamePages })}
          />
        </div>
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
          className={styles.name}
          value={String(values.maxUserRetention)}
          data={retentions.map((total) => ({ value: String(total), label: t('history.entries', { total }) }))}
          onChange={(event) => change({ maxUserRetention: Number(event.currentTarget.value) })}
        />
      </Section>
      <SaveBar
        isChanged={isChanged}
        isSaving={save.isSaving}
        isSaved={save.isSaved}
        onDiscard={() => change(saved)}
      />
    </form>
  );
}

interface SaveBarProps {
  isChanged: boolean;
  isSaving: boolean;
  isSaved: boolean;
  onDiscard(): void;
}

function SaveBar({ isChanged, isSaving, isSaved, onDiscard }: SaveBarProps) {
  const { t } = useTranslation('settings');
  return (
    <div
      className={styles.bar}
      data-changed={isChanged || undefined}
      data-in-sight={isChanged || isSaved || undefined}
    >
      <p className={styles.status} role="status">
        {isChanged && t('unsaved')}
        {!isChanged && isSaved && (
          <span className={styles.saved}>
            <IconCheck size={18} aria-hidden />
            {t('saved')}
          </span>
        )}
      </p>
      {isChanged && (
        <Button variant="subtle" size="sm" disabled={isSaving} onClick={onDiscard}>
          {t('discard')}
        </Button>
      )}
      <Button type="submit" size="sm" disabled={!isChanged} loading={isSaving}>
        {t('save')}
      </Button>
    </div>
  );
}
