import { adminApi } from '@cellar/contract/admin-api.ts';
import type { LoggedActivity } from '@cellar/contract/transfer/download-activity.endpoints.ts';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { IconFileTypeCsv, IconHistory } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerText } from '#i18n/error-text.ts';
import { formatMegabytes, formatSize } from '#lib/format.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { saveBlob } from '#lib/save-blob.ts';
import { useApi } from '#lib/services-context.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { StateMessage } from '#ui/feedback/messages.tsx';
import { Select } from '#ui/fields/select.tsx';
import { useTypedSearch } from '#ui/fields/use-typed-search.ts';
import entries from '#ui/lists/entry-list.module.css';
import { Pager, useLastPage } from '#ui/lists/long-list.tsx';
import { Section } from '#ui/section.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import {
  type ActivityFilter,
  activityLogQuery,
  downloadStatuses,
  isFiltered,
  noFilter,
  trimmedFilter,
  useActivityFilter,
} from './activity.queries.ts';
import { ActivityRow, ActivityStates } from './activity-row.tsx';

export function ActivityLog() {
  const { t, i18n } = useTranslation('downloadActivity');
  const { filter, change } = useActivityFilter();
  const query = useQuery(activityLogQuery(useApi(), filter));
  const { page } = filter;
  const { totalPages = 1, total = 0, activities } = query.data ?? {};
  useLastPage({
    page,
    totalPages: query.isPlaceholderData ? undefined : query.data?.totalPages,
    onPage: (last) => change({ page: last }),
  });
  return (
    <Section heading={t('log.heading')} lead={t('log.lead')}>
      <Disclosure label={t('filter.label')} isOpen={isFiltered(filter)}>
        <ActivityFilterBar filter={filter} onChange={change} />
      </Disclosure>
      <Group justify="space-between" gap="var(--space-3)" mt="var(--space-4)">
        <Text span c="dimmed" fz="var(--text-2)" role="status" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {activities &&
            t('log.total', { count: total, total: new Intl.NumberFormat(i18n.language).format(total) })}
        </Text>
        <ExportActivity filter={filter} isEmpty={total === 0} />
      </Group>
      <ActivityStates
        query={query}
        label={t('log.loading')}
        failedTitle={t('log.loadFailedTitle')}
        failedText={t('log.loadFailed')}
      />
      {activities?.length === 0 && (
        <EmptyLog isFiltered={isFiltered(filter)} onReset={() => change(noFilter)} />
      )}
      {activities && activities.length > 0 && (
        <ul className={entries.list} aria-label={t('log.heading')} aria-busy={query.isPlaceholderData}>
          {activities.map((activity) => (
            <li key={activity._id}>
              <LoggedRow activity={activity} />
            </li>
          ))}
        </ul>
      )}
      <Pager
        page={page}
        totalPages={totalPages}
        label={t('pager.label')}
        onPage={(next) => change({ page: next })}
      />
    </Section>
  );
}

function LoggedRow({ activity }: { activity: LoggedActivity }) {
  const { t, i18n } = useTranslation('downloadActivity');
  const { user, downloadStatus, isHandedOver } = activity;
  const isWhole = downloadStatus === 'completed';
  return (
    <ActivityRow
      activity={activity}
      status={isHandedOver && isWhole ? t('handedOver') : t(`status.${downloadStatus}`)}
      who={user ? `${user.name} · ${user.email}` : t('unknown')}
      size={formatMegabytes(activity.fileSize, i18n.language)}
    >
      {!isWhole && !isHandedOver && (
        <span>{t('sent', { sent: formatSize(activity.bytesSent, i18n.language) })}</span>
      )}
      {isHandedOver && !isWhole && <span>{t('handedOverPart')}</span>}
      {activity.isCancelled && <span>{t('cancelled')}</span>}
    </ActivityRow>
  );
}

function EmptyLog({ isFiltered, onReset }: { isFiltered: boolean; onReset(): void }) {
  const { t } = useTranslation('downloadActivity');
  return (
    <StateMessage
      icon={<IconHistory size={30} stroke={1.5} />}
      heading="h3"
      title={t(isFiltered ? 'log.noMatchTitle' : 'log.emptyTitle')}
      text={t(isFiltered ? 'log.noMatch' : 'log.empty')}
    >
      {isFiltered && (
        <Button variant="default" onClick={onReset}>
          {t('filter.reset')}
        </Button>
      )}
    </StateMessage>
  );
}

/** The export may take long, because a million entries are several hundred MB. */
const exportMs = 30 * 60_000;

function ExportActivity({ filter, isEmpty }: { filter: ActivityFilter; isEmpty: boolean }) {
  const { t } = useTranslation('downloadActivity');
  const client = useApi();
  const { page: _, ...query } = trimmedFilter(filter);
  const save = useMutation({
    mutationFn: () => client.fetchFile(adminApi.exportActivity, { query, timeoutMs: exportMs }),
    onSuccess: (blob) => saveBlob(blob, `download-activity-${new Date().toISOString().slice(0, 10)}.csv`),
    onError: () => toast.error(t('export.failed')),
  });
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconFileTypeCsv size={18} stroke={1.7} />}
      disabled={isEmpty}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {t('export.button')}
    </Button>
  );
}

/** Asks twice before it clears the log (specification section 2). */
export function ClearActivity({ onCleared }: { onCleared(): void }) {
  const { t } = useTranslation('downloadActivity');
  const [asked, setAsked] = useState<'first' | 'second'>();
  const client = useApi();
  const queryClient = useQueryClient();
  const clear = useMutation({
    mutationFn: () => client.call(adminApi.clearAllActivity),
    onSuccess: ({ message }) => {
      toast.success(answerText(message, t('clear.done')));
      onCleared();
    },
    onError: () => toast.error(t('clear.failed')),
    onSettled: () => {
      setAsked(undefined);
      return queryClient.invalidateQueries({ queryKey: queryKeys.activity });
    },
  });
  return (
    <>
      <Button variant="subtle" color="red" onClick={() => setAsked('first')}>
        {t('clear.button')}
      </Button>
      {asked && (
        <ConfirmDialog
          // Remounted for the second question, so that the safe answer has the focus and a repeated key press does not
          // confirm both.
          key={asked}
          isOpen
          question={t(`clear.${asked}.question`)}
          text={t(`clear.${asked}.text`)}
          confirmLabel={t(`clear.${asked}.confirm`)}
          isBusy={clear.isPending}
          onConfirm={() => (asked === 'first' ? setAsked('second') : clear.mutate())}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

interface ActivityFilterBarProps {
  filter: ActivityFilter;
  onChange(part: Partial<ActivityFilter>): void;
}

function ActivityFilterBar({ filter, onChange }: ActivityFilterBarProps) {
  const { t } = useTranslation('downloadActivity');
  const [member, setMember] = useTypedSearch(filter.member, (text) => onChange({ member: text }));
  const [game, setGame] = useTypedSearch(filter.game, (text) => onChange({ game: text }));
  const handleReset = () => {
    // Also discards typed text that has not reached the filter yet.
    setMember('');
    setGame('');
    onChange(noFilter);
  };
  return (
    <Group component="search" align="flex-end" gap="var(--space-3)" aria-label={t('filter.label')}>
      <TextInput
        value={member}
        onChange={(event) => setMember(event.currentTarget.value)}
        flex="1 1 11rem"
        label={t('filter.member')}
        maxLength={200}
        type="search"
      />
      <TextInput
        value={game}
        onChange={(event) => setGame(event.currentTarget.value)}
        flex="1 1 11rem"
        label={t('filter.game')}
        maxLength={200}
        type="search"
      />
      <Select
        label={t('filter.status')}
        value={filter.status ?? ''}
        onChange={(event) =>
          onChange({ status: (event.currentTarget.value || undefined) as ActivityFilter['status'] })
        }
        data={[
          { value: '', label: t('filter.all') },
          ...downloadStatuses.map((value) => ({ value, label: t(`status.${value}`) })),
        ]}
      />
      <Day label={t('filter.from')} value={filter.from} onChange={(from) => onChange({ from })} />
      <Day label={t('filter.to')} value={filter.to} onChange={(to) => onChange({ to })} />
      {isFiltered(filter) && (
        <Button variant="subtle" onClick={handleReset}>
          {t('filter.reset')}
        </Button>
      )}
    </Group>
  );
}

interface DayProps {
  label: string;
  value: string | undefined;
  onChange(day: string | undefined): void;
}

/** The earliest accepted day. While a year is being typed, it is incomplete: 0002 may become 2026. */
const firstDay = '1970-01-01';

function Day({ label, value = '', onChange }: DayProps) {
  const [typed, setTyped] = useState<string>();
  const handleChange = (day: string) => {
    setTyped(day);
    if (day !== value && (day === '' || day >= firstDay)) onChange(day || undefined);
  };
  return (
    <TextInput
      type="date"
      label={label}
      min={firstDay}
      max="9999-12-31"
      value={typed ?? value}
      onChange={(event) => handleChange(event.currentTarget.value)}
      onBlur={() => setTyped(undefined)}
    />
  );
}
