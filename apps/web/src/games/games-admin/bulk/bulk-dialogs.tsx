// The frame of the dialogs that change many games: a form, and a progress bar while the server is working.

import { isVersion, needsVersion, storedPlatform } from '@cellar/contract/games/rules/platforms.ts';
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlatformChoices } from '#lib/own-platforms.ts';
import { useApi } from '#lib/services-context.ts';
import { DialogForm, type DialogFormProps } from '#ui/dialogs/dialog-form.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { LoadFailedNotice } from '#ui/feedback/messages.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { Select } from '#ui/fields/select.tsx';
import layout from '#ui/layout.module.css';
import { gamesSummaryQuery } from './bulk.queries.ts';
import { useBulkChange } from './use-bulk-change.tsx';

export interface BulkActionsProps {
  ids: readonly string[];
  /** Called after the games were changed. */
  onDone(): void;
}

export interface BulkDialogProps extends BulkActionsProps {
  onClose(): void;
}

export function BulkDialogFrame({ children, ...props }: DialogFormProps) {
  const { t } = useTranslation('bulkChanges');
  return (
    <DialogForm {...props}>
      {children}
      {props.isBusy && <ProgressBar percent={undefined} label={t('working')} />}
    </DialogForm>
  );
}

// Gives the files of many games another platform.

export function PlatformDialog({ ids, onDone, onClose }: BulkDialogProps) {
  const { t } = useTranslation('bulkChanges');
  const summary = useQuery(gamesSummaryQuery(useApi(), ids));
  const platforms = summary.data?.platforms ?? [];
  const [chosenFrom, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [version, setVersion] = useState('');
  const change = useBulkChange(ids, onDone);
  const from = chosenFrom || platforms[0]?.name || '';
  const isComplete = to !== '' && (!needsVersion(to) || isVersion(version));
  const stored = isComplete ? storedPlatform(to, version) : '';
  return (
    <BulkDialogFrame
      heading={t('platform.heading', { count: ids.length })}
      submitLabel={t('platform.submit')}
      isBusy={change.isPending}
      isDisabled={!isComplete || from === '' || stored === from}
      onSubmit={() => change.mutate({ kind: 'changePlatform', from, to: stored })}
      onClose={onClose}
    >
      {summary.isPending && <Skeleton height="6rem" />}
      {summary.isError && <LoadFailedNotice onRetry={() => void summary.refetch()} />}
      {summary.data && platforms.length === 0 && <p>{t('platform.none')}</p>}
      {platforms.length > 0 && (
        <>
          <Select
            label={t('platform.from')}
            value={from}
            data={platforms.map(({ name, games }) => ({
              value: name,
              label: t('platform.choice', { name, count: games }),
            }))}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <PlatformChoice to={to} onChange={setTo} />
          {needsVersion(to) && (
            <TextInput
              label={t('platform.version')}
              size="md"
              value={version}
              maxLength={40}
              onChange={(event) => setVersion(event.currentTarget.value)}
            />
          )}
          <p className={layout.small}>{t('platform.hint')}</p>
        </>
      )}
    </BulkDialogFrame>
  );
}

function PlatformChoice({ to, onChange }: { to: string; onChange(to: string): void }) {
  const { t } = useTranslation('bulkChanges');
  const choices = usePlatformChoices(to);
  return (
    <Select
      label={t('platform.to')}
      value={to}
      data={[
        { value: '', label: t('platform.choose') },
        ...choices.map((name) => ({ value: name, label: name })),
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
