// The limits of downloads: for all members, and for the site.
import { adminApi } from '@cellar/contract/admin-api.ts';
import type { SiteLimits } from '@cellar/contract/transfer/download-limits.ts';
import { Flex } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useSaveBar } from '#lib/save-bar-context.ts';
import { focusWrongField } from '#lib/wrong-field.ts';
import { LoadFailed } from '#ui/feedback/load-failed.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { boundsText } from '#ui/fields/amount-field.tsx';
import { Section } from '#ui/section.tsx';
import styles from '../settings-form.module.css';
import { useSettingsDraft } from '../use-settings-draft.ts';
import { type AmountName, amountBounds, type LimitErrors, limitErrorsOf } from './limit-errors.ts';
import type { LimitFieldsProps } from './limit-field.tsx';
import { bodyOf, type LimitValues, valuesOf } from './limit-values.ts';
import { MemberLimitFields } from './member-limit-fields.tsx';
import { SiteSpeedFields, UploadSpeedField } from './speed-fields.tsx';

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
    <form ref={form} className={styles.form} onSubmit={handleSubmit} noValidate>
      <Section heading={t('members.heading')} lead={`${t('members.lead')} ${t('empty')}`}>
        <MemberLimitFields {...fields} />
      </Section>
      <Section heading={t('site.heading')} lead={t('site.lead')}>
        <SiteSpeedFields {...fields} />
      </Section>
      <Section heading={t('uploads.heading')} lead={t('uploads.lead')}>
        <UploadSpeedField {...fields} />
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
