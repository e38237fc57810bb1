// What visitors see of the site, and who can request access.
import type { AdminSettings } from '@cellar/contract/admin/settings.ts';
import { Flex, TextInput } from '@mantine/core';
import { type FormEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSaveBar } from '#lib/save-bar-context.ts';
import { focusWrongField } from '#lib/wrong-field.ts';
import { Switch } from '#ui/fields/switch.tsx';
import { Section } from '#ui/section.tsx';
import { LoadedSettings, useSiteDraft } from './loaded-settings.tsx';
import { NamedNetworks } from './named-networks.tsx';
import styles from './settings-form.module.css';

/** `onSaved` lets the page refresh related data, such as the site's name in the header. */
export function SiteSettings({ onSaved }: { onSaved(): void }) {
  return <LoadedSettings>{(settings) => <SiteForm settings={settings} onSaved={onSaved} />}</LoadedSettings>;
}

function SiteForm({ settings, onSaved }: { settings: AdminSettings; onSaved(): void }) {
  const { t } = useTranslation('settings');
  const form = useRef<HTMLFormElement>(null);
  const draft = useSiteDraft(settings, onSaved);
  useSaveBar(form, draft);
  const { values, change } = draft;
  const nameError = values.siteName.trim() === '' ? t('site.nameMissing') : draft.issues.siteName;
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (values.siteName.trim()) draft.save();
    else focusWrongField(event.currentTarget);
  };
  return (
    <form ref={form} className={styles.form} onSubmit={handleSubmit} noValidate>
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
      <NamedNetworks places={values.places} issues={draft.issues} onChange={(places) => change({ places })} />
    </form>
  );
}
