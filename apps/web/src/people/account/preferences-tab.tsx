import { memberApi } from '@cellar/contract/member-api.ts';
import {
  type EmailFrequency,
  emailFrequencies,
  isNoMoreFrequent,
} from '@cellar/contract/messages/rules/email-frequency.ts';
import type { Preferences, PreferencesResponse } from '@cellar/contract/people/accounts.endpoints.ts';
import type { Language } from '@cellar/contract/people/accounts.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { type SortKey, sortKeys } from '@cellar/contract/rules/sort.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageNames, languages } from '#i18n/language.ts';
import { findWorker, isWorkerPossible, turnWorkerOff, turnWorkerOn } from '#lib/offline/worker.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { LoadFailedNotice } from '#ui/feedback/messages.tsx';
import { Select } from '#ui/fields/select.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import layout from '#ui/layout.module.css';
import { Section } from '#ui/section.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import styles from './account.module.css';
import { Advanced } from './advanced.tsx';
import { Feed } from './feed.tsx';
import { preferencesQuery } from './preferences.queries.ts';
import { PushChoice, workerChanges } from './push-choice.tsx';
import { useSavePreferences } from './use-save-preferences.ts';

export function PreferencesTab({ isAdmin }: { isAdmin: boolean }) {
  const { t } = useTranslation('account');
  const { data, isFetched, refetch } = useQuery(preferencesQuery(useApi()));
  const save = useSavePreferences();
  if (!isFetched) return <Skeleton height="48rem" />;
  const choices = data && { preferences: data, onSave: save };
  return (
    <div className={layout.stack5}>
      <Section heading={t('preferences.heading')} lead={t('preferences.lead')}>
        {choices ? <Choices {...choices} /> : <LoadFailedNotice onRetry={() => void refetch()} />}
      </Section>
      <ThisDevice />
      <Advanced parts={[t('preferences.retention'), t('preferences.bellName'), t('feed.heading')]}>
        {choices && (
          <div className={styles.choices}>
            <RetentionChoice {...choices} />
            <BellChoices {...choices} isAdmin={isAdmin} />
          </div>
        )}
        <Feed />
      </Advanced>
    </div>
  );
}

interface ChoiceProps {
  preferences: PreferencesResponse;
  onSave(wanted: Partial<Preferences>): void;
}

function Choices({ preferences, onSave }: ChoiceProps) {
  const { t } = useTranslation('account');
  const { t: tGames } = useTranslation('games');
  const { language, defaultSortOrder } = preferences;
  return (
    <div className={styles.choices}>
      <Select
        label={t('preferences.language')}
        description={t('preferences.languageHint')}
        value={language}
        onChange={(event) => onSave({ language: event.currentTarget.value as Language })}
        data={languages.map((value) => ({ value, label: languageNames[value] }))}
      />
      <Select
        label={t('preferences.sort')}
        description={t('preferences.sortHint')}
        value={defaultSortOrder}
        onChange={(event) => onSave({ defaultSortOrder: event.currentTarget.value as SortKey })}
        data={sortKeys.map((value) => ({ value, label: tGames(`sort.${value}`) }))}
      />
      <EmailChoices preferences={preferences} onSave={onSave} />
    </div>
  );
}

/** Asks before saving a limit that would delete history entries. */
function RetentionChoice({ preferences, onSave }: ChoiceProps) {
  const { t } = useTranslation('account');
  const client = useApi();
  const { downloadHistoryRetention: retention, maxUserRetention } = preferences;
  const [asked, setAsked] = useState<{ kept: number; deleted: number }>();
  const save = (kept: number) => onSave({ downloadHistoryRetention: kept });

  async function handleChange(kept: number): Promise<void> {
    const deleted = kept < retention ? (await countEntries()) - kept : 0;
    if (deleted > 0) setAsked({ kept, deleted });
    else save(kept);
  }

  /** Returns the number of entries. If the request fails, assumes a full history, so that the question is asked. */
  async function countEntries(): Promise<number> {
    const query = { page: 1, limit: 1 };
    return client.call(memberApi.myActivity, { query }).then(
      ({ total }) => total,
      () => retention,
    );
  }

  return (
    <>
      <Select
        id="download-history"
        label={t('preferences.retention')}
        description={t('preferences.retentionHint')}
        value={String(asked?.kept ?? retention)}
        onChange={(event) => void handleChange(Number(event.currentTarget.value))}
        data={choicesUpTo(maxUserRetention).map((count) => ({
          value: String(count),
          label: t('preferences.entries', { count }),
        }))}
      />
      <ConfirmDialog
        isOpen={asked !== undefined}
        question={t('preferences.trim.question', { count: asked?.kept ?? 0 })}
        text={t('preferences.trim.text', { count: asked?.deleted ?? 0 })}
        confirmLabel={t('preferences.trim.confirm')}
        onConfirm={() => {
          if (asked) save(asked.kept);
          setAsked(undefined);
        }}
        onCancel={() => setAsked(undefined)}
      />
    </>
  );
}

function choicesUpTo(max: number): number[] {
  const { retentionMin, retentionStep } = limits;
  const count = Math.floor((max - retentionMin) / retentionStep) + 1;
  return Array.from({ length: count }, (_, index) => retentionMin + index * retentionStep);
}

/** The option to use the site's default frequency. */
const siteDefault = '';

function EmailChoices({ preferences, onSave }: ChoiceProps) {
  const { t } = useTranslation('account');
  const { emailNotifications, emailFrequency, requestMails, siteEmailFrequency } = preferences;
  const offered = emailFrequencies.filter(
    (frequency) =>
      isNoMoreFrequent(frequency, siteEmailFrequency) &&
      // `siteDefault` already covers the site's frequency, unless the member has chosen that frequency explicitly.
      (frequency !== siteEmailFrequency || frequency === emailFrequency),
  );
  // The site's frequency applies if the member has chosen a higher frequency than the site allows.
  const chosen = offered.find((frequency) => frequency === emailFrequency) ?? siteDefault;
  return (
    <>
      <Switch
        label={t('preferences.emailNotifications')}
        description={t('preferences.emailNotificationsHint')}
        isOn={emailNotifications}
        onChange={(isOn) => onSave({ emailNotifications: isOn })}
      />
      <Select
        label={t('preferences.emailFrequency')}
        description={t('preferences.emailFrequencyHint', {
          frequency: t(`preferences.every.${siteEmailFrequency}`),
        })}
        disabled={!emailNotifications}
        value={chosen}
        onChange={(event) =>
          onSave({ emailFrequency: (event.currentTarget.value || null) as EmailFrequency | null })
        }
        data={[
          { value: siteDefault, label: t('preferences.asSite') },
          ...offered.map((value) => ({ value, label: t(`preferences.every.${value}`) })),
        ]}
      />
      <Switch
        label={t('preferences.requestMails')}
        description={t('preferences.requestMailsHint')}
        isOn={requestMails}
        onChange={(isOn) => onSave({ requestMails: isOn })}
      />
    </>
  );
}

const switches = ['bellNewGames', 'bellRequests', 'bellDownloads', 'bellApprovals'] as const;

interface BellChoicesProps {
  preferences: Preferences;
  isAdmin: boolean;
  onSave(wanted: Partial<Preferences>): void;
}

/** The switches for what the bell tells the member about. */
function BellChoices({ preferences, isAdmin, onSave }: BellChoicesProps) {
  const { t } = useTranslation('account');
  const shown = switches.filter((name) => isAdmin || name !== 'bellApprovals');
  return (
    <fieldset className={`${layout.stack4} ${styles.group}`}>
      <legend>{t('preferences.bell')}</legend>
      {shown.map((name) => (
        <Switch
          key={name}
          label={t(`preferences.${name}`)}
          isOn={preferences[name]}
          onChange={(isOn) => onSave({ [name]: isOn })}
        />
      ))}
    </fieldset>
  );
}

/** What this browser does for the member besides showing the page: opening without a connection, and push messages. */
function ThisDevice() {
  const { t } = useTranslation('device');
  return (
    <Section heading={t('heading')} lead={t('lead')}>
      <div className={styles.choices}>
        <OfflineChoice />
        <PushChoice />
      </div>
    </Section>
  );
}

function OfflineChoice() {
  const { t } = useTranslation('device');
  const queryClient = useQueryClient();
  const queryKey = queryKeys.worker;
  const { data: isOn = false } = useQuery({
    queryKey,
    queryFn: async () => (await findWorker()) !== undefined,
  });
  const change = useMutation({
    scope: workerChanges,
    mutationFn: (wanted: boolean): Promise<unknown> => (wanted ? turnWorkerOn() : turnWorkerOff()),
    onError: () => toast.error(t('failed')),
    onSettled: () =>
      Promise.all(
        // Without the worker, there are no push messages.
        [queryKey, queryKeys.push].map((changed) => queryClient.invalidateQueries({ queryKey: changed })),
      ),
  });
  const isPossible = isWorkerPossible();
  return (
    <Switch
      label={t('offline')}
      description={t(isPossible ? 'offlineHint' : window.isSecureContext ? 'unsupported' : 'insecure')}
      isOn={change.isPending ? change.variables : isOn}
      disabled={!isPossible}
      onChange={(wanted) => change.mutate(wanted)}
    />
  );
}
