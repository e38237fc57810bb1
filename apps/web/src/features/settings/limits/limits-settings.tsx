// The limits of downloads: for all members, and for the site.
import { adminApi } from '@cellar/contract/admin-api.ts';
import type { SiteLimits } from '@cellar/contract/download-limits.ts';
import { Flex } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useSaveBar } from '#lib/save-bar-context.ts';
import { LoadFailed } from '#ui/feedback/load-failed.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Section } from '#ui/section.tsx';
import styles from '../settings-form.module.css';
import { useSettingsDraft } from '../use-settings-draft.ts';
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
  const fields = { values, issues, timeZone: limits.timeZone, onChange: change };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (values.hours?.from !== values.hours?.to || values.hours === null) draft.save();
  };
  return (
    <form ref={form} className={styles.form} onSubmit={handleSubmit}>
      <Section heading={t('members.heading')} lead={t('members.lead')}>
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
