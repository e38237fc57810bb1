import { adminApi } from '@cellar/contract/admin-api.ts';
import type {
  NotificationSettingsResponse,
  NotificationSettings as Settings,
} from '@cellar/contract/messages/emails.endpoints.ts';
import { type EmailFrequency, emailFrequencies } from '@cellar/contract/messages/rules/email-frequency.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { Flex, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMomentAt } from '#lib/format.ts';
import { useSaveBar } from '#lib/save-bar-context.ts';
import { useApi } from '#lib/services-context.ts';
import { LoadingBlock } from '#ui/feedback/loading-list.tsx';
import { LoadFailedNotice } from '#ui/feedback/messages.tsx';
import { ChoiceCards } from '#ui/fields/choices.tsx';
import { Section } from '#ui/section.tsx';
import { EmailPreviews } from './email-previews.tsx';
import styles from './notification-settings.module.css';
import { notificationSettingsQuery } from './notifications.queries.ts';
import { useSettingsDraft } from './settings-draft.ts';

/** `onSaved` lets the page refresh related data, such as the members' choices. */
export function NotificationSettings({ onSaved }: { onSaved(): void }) {
  const { t } = useTranslation('notifications');
  const query = useQuery(notificationSettingsQuery(useApi()));
  if (query.data) return <NotificationForm settings={query.data} onSaved={onSaved} />;
  return (
    <Section heading={t('heading')} lead={t('lead')}>
      {query.isPending ? (
        <LoadingBlock label={t('loading')} height="42rem" />
      ) : (
        <LoadFailedNotice onRetry={() => void query.refetch()} />
      )}
    </Section>
  );
}

interface NotificationFormProps {
  settings: NotificationSettingsResponse;
  onSaved(): void;
}

function NotificationForm({ settings, onSaved }: NotificationFormProps) {
  const { t } = useTranslation('notifications');
  const form = useRef<HTMLFormElement>(null);
  const draft = useNotificationDraft(settings, onSaved);
  useSaveBar(form, draft);
  const { emailFrequency, customMessage } = draft.values;
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    draft.save();
  };
  return (
    <form ref={form} onSubmit={handleSubmit} noValidate>
      <Section heading={t('heading')} lead={t('lead')}>
        <Flex direction="column" gap="var(--space-5)">
          <FrequencyChoice
            value={emailFrequency}
            timeZone={settings.timeZone}
            onChange={(chosen) => draft.change({ emailFrequency: chosen })}
          />
          <NextDigest settings={settings} chosen={emailFrequency} />
          <Textarea
            label={t('message.label')}
            description={t('message.hint', { count: customMessage.length, max: limits.customMessageMax })}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maw="var(--reading-width)"
            styles={{ input: { minHeight: '7rem', fieldSizing: 'content', maxHeight: '24rem' } }}
            value={customMessage}
            maxLength={limits.customMessageMax}
            error={draft.issues.customMessage}
            size="md"
            onChange={(event) => draft.change({ customMessage: event.currentTarget.value })}
          />
          <EmailPreviews saved={settings.customMessage} edited={customMessage} />
        </Flex>
      </Section>
    </form>
  );
}

function useNotificationDraft(settings: NotificationSettingsResponse, onSaved: () => void) {
  const { t } = useTranslation('notifications');
  const client = useApi();
  const queryClient = useQueryClient();
  const { emailFrequency, customMessage } = settings;
  return useSettingsDraft({
    saved: { emailFrequency, customMessage },
    send: (body: Partial<Settings>) => client.call(adminApi.putNotificationSettings, { body }),
    onSaved(answer) {
      queryClient.setQueryData(notificationSettingsQuery(client).queryKey, answer);
      onSaved();
    },
    failed: t('saveFailed'),
    unsaved: t('unsavedChanges'),
  });
}

interface NextDigestProps {
  settings: NotificationSettingsResponse;
  /** The frequency that is selected, but may not be saved yet. */
  chosen: Settings['emailFrequency'];
}

function NextDigest({ settings, chosen }: NextDigestProps) {
  const { t, i18n } = useTranslation('notifications');
  const { nextDigestAt, timeZone, waitingGames, emailFrequency } = settings;
  const afterSaving =
    chosen === 'immediate' && waitingGames > 0 ? 'next.soonAfterSaving' : 'next.afterSaving';
  const time =
    nextDigestAt === null
      ? t('next.immediate')
      : t('next.at', { time: formatMomentAt(timeZone, nextDigestAt, i18n.language), timeZone });
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t('next.label')}</dt>
        <dd>{chosen === emailFrequency ? time : t(afterSaving)}</dd>
      </div>
      <div>
        <dt>{t('waiting.label')}</dt>
        <dd>{waitingGames === 0 ? t('waiting.none') : t('waiting.games', { count: waitingGames })}</dd>
      </div>
    </dl>
  );
}

interface FrequencyChoiceProps {
  value: EmailFrequency;
  timeZone: string;
  onChange(frequency: EmailFrequency): void;
}

/** Chooses how often emails about new games are sent. */
function FrequencyChoice({ value, timeZone, onChange }: FrequencyChoiceProps) {
  const { t } = useTranslation('notifications');
  return (
    <ChoiceCards
      label={t('frequency.label')}
      value={value}
      columns={2}
      options={emailFrequencies.map((frequency) => ({
        value: frequency,
        label: t(`frequency.${frequency}`),
        meaning: t(`frequency.${frequency}Meaning`),
      }))}
      note={t('frequency.timeZone', { timeZone })}
      onChange={onChange}
    />
  );
}
