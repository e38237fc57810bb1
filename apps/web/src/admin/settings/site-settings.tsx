// What visitors see of the site, and who can request access.

import type { AdminSettings, Place } from '@cellar/contract/admin/site.endpoints.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { ActionIcon, Button, Flex, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { focusWrongField } from '#lib/form-fields.ts';
import { useSaveBar } from '#lib/save-bar-context.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import layout from '#ui/layout.module.css';
import { Section } from '#ui/section.tsx';
import { LoadedSettings, useSiteDraft } from './loaded-settings.tsx';
import namedNetworksStyles from './named-networks.module.css';

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
    <form ref={form} className={layout.stack5} onSubmit={handleSubmit} noValidate>
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
      <Disclosure label={t('more')} isOpen={values.places.length > 0}>
        <NamedNetworks
          places={values.places}
          issues={draft.issues}
          onChange={(places) => change({ places })}
        />
      </Disclosure>
    </form>
  );
}

interface NamedNetworksProps {
  places: readonly Place[];
  /** The server's validation errors by path, such as `systemSettings.places.0.range`. */
  issues: Record<string, string>;
  onChange(places: Place[]): void;
}

/** Names for ranges of addresses, which members see in the list of their sessions. */
function NamedNetworks({ places, issues, onChange }: NamedNetworksProps) {
  const { t } = useTranslation('settings');
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const change = (index: number, part: Partial<Place>) =>
    onChange(places.map((place, at) => (at === index ? { ...place, ...part } : place)));
  const add = () => {
    onChange([...places, { name: '', range: '' }]);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus());
  };
  const remove = (index: number) => {
    onChange(places.filter((_, at) => at !== index));
    addButton.current?.focus();
  };
  return (
    <Section heading={t('places.heading')} lead={t('places.lead')}>
      {places.length > 0 && (
        <ul ref={list} className={namedNetworksStyles.list}>
          {places.map((place, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: places have no identity, and their fields are controlled
            <li key={index} className={namedNetworksStyles.row}>
              <TextInput
                label={t('places.name')}
                value={place.name}
                maxLength={60}
                error={issues[`systemSettings.places.${index}.name`]}
                onChange={(event) => change(index, { name: event.currentTarget.value })}
              />
              <TextInput
                label={t('places.range')}
                placeholder="192.168.1.0/24"
                value={place.range}
                maxLength={60}
                spellCheck={false}
                autoCapitalize="none"
                error={issues[`systemSettings.places.${index}.range`] && t('places.rangeWrong')}
                onChange={(event) => change(index, { range: event.currentTarget.value })}
              />
              <ActionIcon
                variant="subtle"
                color="red"
                size="lg"
                aria-label={t('places.remove', { name: place.name || place.range || index + 1 })}
                onClick={() => remove(index)}
              >
                <IconTrash size={18} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <Button
        ref={addButton}
        variant="default"
        leftSection={<IconPlus size={18} />}
        disabled={places.length >= limits.places}
        onClick={add}
      >
        {t('places.add')}
      </Button>
    </Section>
  );
}
