// The buttons for the whole batch list: start ready files, go to the next problem, set the platform of all files,
// clear.
import { needsVersion } from '@cellar/contract/rules/platforms.ts';
import { Button, Flex, Group, Text } from '@mantine/core';
import { IconArrowDown, IconRefresh, IconTrash, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlatformChoices } from '#lib/own-platforms.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Select } from '#ui/fields/select.tsx';
import { useUploadManager } from '../use-uploads.ts';
import type { BatchEntry } from './batch-entry.ts';
import type { BatchState } from './batch-state.ts';
import { startReady, useBatch } from './use-batch.ts';

export interface BatchActionsProps {
  entries: readonly BatchEntry[];
  states: readonly BatchState[];
  onNextProblem(): void;
}

export function BatchActions({ entries, states, onNextProblem }: BatchActionsProps) {
  const { t } = useTranslation('batch');
  const batch = useBatch();
  const uploads = useUploadManager();
  const count = (kind: BatchState['kind']) => states.filter((state) => state.kind === kind).length;
  const [ready, problems, checking] = [count('ready'), count('problem'), count('checking')];
  const hasFailed = states.some((state) => state.kind === 'problem' && state.problem === 'checkFailed');
  return (
    <Flex direction="column" gap="var(--space-4)" mb="var(--space-5)">
      <Text role="status" fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {t('sum.files', { count: entries.length })} · {t('sum.ready', { count: ready })}
        {problems > 0 && ` · ${t('sum.problems', { count: problems })}`}
        {checking > 0 && ` · ${t('sum.checking', { count: checking })}`}
      </Text>
      <Group gap="var(--space-3)">
        <Button
          leftSection={<IconUpload size={18} />}
          disabled={ready === 0}
          onClick={() => startReady(batch, uploads, states)}
        >
          {t('startAll', { count: ready })}
        </Button>
        {problems > 0 && (
          <Button variant="default" leftSection={<IconArrowDown size={18} />} onClick={onNextProblem}>
            {t('nextProblem')}
          </Button>
        )}
        {hasFailed && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={18} />}
            onClick={() => batch.checkAgain()}
          >
            {t('checkAgain')}
          </Button>
        )}
        <ClearButton count={entries.length} onClear={() => batch.clear()} />
      </Group>
      {entries.some(({ choice }) => !choice) && (
        <PlatformForAll onApply={(choice) => batch.setPlatform(choice)} />
      )}
    </Flex>
  );
}

function ClearButton({ count, onClear }: { count: number; onClear(): void }) {
  const { t } = useTranslation('batch');
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        leftSection={<IconTrash size={18} />}
        onClick={() => setAsking(true)}
      >
        {t('clear')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        question={t('clearQuestion')}
        text={t('clearText', { count })}
        confirmLabel={t('clear')}
        onConfirm={onClear}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}

function PlatformForAll({ onApply }: { onApply(choice: string): void }) {
  const { t } = useTranslation('batch');
  const { t: tForm } = useTranslation('addGame');
  const [choice, setChoice] = useState('');
  // A version applies to a single file.
  const choices = usePlatformChoices(choice).filter((one) => !needsVersion(one));
  return (
    <Group align="flex-end" gap="var(--space-3)">
      <Select
        flex="0 1 18rem"
        label={t('platformForAll')}
        value={choice}
        onChange={(event) => setChoice(event.currentTarget.value)}
        data={[{ value: '', label: tForm('choosePlatform') }, ...choices]}
      />
      <Button variant="default" disabled={!choice} onClick={() => onApply(choice)}>
        {t('apply')}
      </Button>
    </Group>
  );
}
