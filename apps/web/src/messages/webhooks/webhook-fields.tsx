// The fields of a webhook. They follow its format.

import type { adminApi } from '@cellar/contract/admin-api.ts';
import type { BodyInputOf } from '@cellar/contract/endpoint.ts';
import {
  type WebhookEvent,
  type WebhookFormat,
  webhookEvents,
  webhookFormats,
  webhookLimits,
  webhookSecrets,
} from '@cellar/contract/messages/rules/webhooks.ts';
import type { Webhook } from '@cellar/contract/messages/webhooks.endpoints.ts';
import type { Language } from '@cellar/contract/people/accounts.ts';
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { languageNames, languages } from '#i18n/language.ts';
import { ChoiceCards } from '#ui/fields/choices.tsx';
import { CopyButton } from '#ui/fields/copy-button.tsx';
import { Select } from '#ui/fields/select.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import styles from './webhooks.module.css';

export interface WebhookFieldsProps {
  /** Undefined for a new one. */
  webhook: Webhook | undefined;
  draft: WebhookDraft;
  /** By the names of the fields. */
  issues: Record<string, string>;
  allowsPrivate: boolean;
  onChange(draft: WebhookDraft): void;
}

export function WebhookFields(props: WebhookFieldsProps) {
  const { webhook, draft, issues, onChange } = props;
  const { t } = useTranslation('webhooks');
  return (
    <>
      {!webhook && (
        <ChoiceCards
          label={t('format')}
          value={draft.format}
          columns={3}
          options={webhookFormats.map((value) => ({
            value,
            label: formatNames[value],
            meaning: t(`formats.${value}.meaning`),
          }))}
          onChange={(format) => onChange(withFormat(draft, format))}
        />
      )}
      <AddressField {...props} />
      {webhookSecrets[draft.format] !== 'none' && <SecretField {...props} />}
      {webhook?.hasSecret && webhookSecrets[draft.format] === 'optional' && (
        <Switch
          label={t('removeSecret')}
          description={t('removeSecretHint')}
          isOn={draft.secret === null}
          onChange={(isOn) => onChange({ ...draft, secret: isOn ? null : '' })}
        />
      )}
      <TextInput
        label={t('name')}
        description={t('nameHint')}
        placeholder={formatNames[draft.format]}
        value={draft.name}
        error={issues.name}
        maxLength={webhookLimits.nameMax}
        autoComplete="off"
        onChange={(event) => onChange({ ...draft, name: event.currentTarget.value })}
      />
      <EventFields {...props} />
      <Select
        label={t('language')}
        description={t('languageHint')}
        value={draft.language}
        data={languages.map((value) => ({ value, label: languageNames[value] }))}
        onChange={(event) => onChange({ ...draft, language: event.currentTarget.value as Language })}
      />
      {webhook && (
        <Switch
          label={t('enabled')}
          description={t('enabledHint')}
          isOn={draft.isEnabled}
          onChange={(isEnabled) => onChange({ ...draft, isEnabled })}
        />
      )}
    </>
  );
}

function AddressField({ webhook, draft, issues, allowsPrivate, onChange }: WebhookFieldsProps) {
  const { t } = useTranslation('webhooks');
  const hint = t(`formats.${draft.format}.addressHint`);
  return (
    <TextInput
      label={t('address')}
      description={
        webhook
          ? t('keep', { hint, shown: webhook.shownAddress })
          : `${hint} ${allowsPrivate ? '' : t('publicOnly')}`
      }
      placeholder={addressExamples[draft.format]}
      value={draft.address}
      error={issues.address}
      type="url"
      maxLength={webhookLimits.addressMax}
      spellCheck={false}
      autoCapitalize="none"
      autoComplete="off"
      required={!webhook}
      onChange={(event) => onChange({ ...draft, address: event.currentTarget.value })}
    />
  );
}

function SecretField({ webhook, draft, issues, onChange }: WebhookFieldsProps) {
  const { t } = useTranslation('webhooks');
  const format = draft.format as 'ntfy' | 'gotify' | 'json';
  const secret = draft.secret ?? '';
  const canCopy = format === 'json' && secret !== '';
  const hint = `${t(`secrets.${format}.hint`)} ${canCopy ? t('secrets.copyNow') : ''}`.trim();
  return (
    <TextInput
      label={t(`secrets.${format}.label`)}
      description={webhook?.hasSecret ? t('keepSecret', { hint }) : hint}
      value={secret}
      disabled={draft.secret === null}
      error={issues.secret}
      maxLength={webhookLimits.secretMax}
      spellCheck={false}
      autoCapitalize="none"
      autoComplete="off"
      required={!webhook && webhookSecrets[format] === 'required'}
      onChange={(event) => onChange({ ...draft, secret: event.currentTarget.value })}
      rightSection={canCopy && <CopyButton text={secret} label={t('secrets.copy')} />}
    />
  );
}

function EventFields({ draft, issues, onChange }: WebhookFieldsProps) {
  const { t } = useTranslation('webhooks');
  return (
    <fieldset className={styles.events}>
      <legend>{t('eventsLabel')}</legend>
      {webhookEvents.map((event) => (
        <Switch
          key={event}
          label={t(`events.${event}.name`)}
          description={t(`events.${event}.hint`)}
          isOn={draft.events.includes(event)}
          onChange={(isOn) => onChange({ ...draft, events: withEvent(draft, event, isOn) })}
        />
      ))}
      {issues.events && <p className={styles.issue}>{issues.events}</p>}
    </fieldset>
  );
}

// The texts about the formats of webhooks that are the same in every language.

type Format = (typeof webhookFormats)[number];

export const formatNames: Record<Format, string> = {
  discord: 'Discord',
  slack: 'Slack',
  ntfy: 'ntfy',
  gotify: 'Gotify',
  json: 'JSON',
};

const addressExamples: Record<Format, string> = {
  discord: 'https://discord.com/api/webhooks/…',
  slack: 'https://hooks.slack.com/services/…',
  ntfy: 'https://ntfy.sh/cellar-4711',
  gotify: 'https://gotify.example.org',
  json: 'https://example.org/cellar',
};

// The values of the form that adds or edits a webhook.

export interface WebhookDraft {
  format: WebhookFormat;
  name: string;
  /** Empty for the stored address. */
  address: string;
  /** Empty for the stored secret, or for none. Null to remove the stored one. */
  secret: string | null;
  events: readonly WebhookEvent[];
  language: Language;
  isEnabled: boolean;
}

export function draftOf(webhook: Webhook | undefined, language: Language): WebhookDraft {
  if (!webhook) {
    const values = { format: 'discord', name: '', address: '', secret: '', isEnabled: true } as const;
    return { ...values, events: webhookEvents, language };
  }
  const { format, name, events, isEnabled } = webhook;
  return { format, name, address: '', secret: '', events, language: webhook.language, isEnabled };
}

/** Another format has another kind of secret. A key for signatures is generated, so that nobody has to invent one. */
export function withFormat(draft: WebhookDraft, format: WebhookFormat): WebhookDraft {
  if (format === draft.format) return draft;
  return { ...draft, format, secret: format === 'json' ? inventSecret() : '' };
}

function inventSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

/** The events in the order of the list. */
export function withEvent({ events }: WebhookDraft, event: WebhookEvent, isOn: boolean): WebhookEvent[] {
  return webhookEvents.filter((one) => (one === event ? isOn : events.includes(one)));
}

/** `unnamed`: the name of a webhook without one. */
export function bodyOf(draft: WebhookDraft, unnamed: string): BodyInputOf<typeof adminApi.addWebhook> {
  const { address, secret, name, events, ...others } = draft;
  return {
    ...others,
    name: name.trim() || unnamed,
    events: [...events],
    address,
    ...(secret?.trim() && { secret }),
  };
}

/** Leaves out what stays as it is stored. */
export function changeOf(draft: WebhookDraft, unnamed: string): BodyInputOf<typeof adminApi.changeWebhook> {
  const { address, ...others } = bodyOf(draft, unnamed);
  return {
    ...others,
    ...(address.trim() && { address }),
    ...(draft.secret === null && { secret: null }),
  };
}
