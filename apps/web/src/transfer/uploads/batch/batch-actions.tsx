// The buttons for the whole batch list: start ready files, go to the next problem, clear; and below them what acts on the
// files shown or selected.
import { needsVersion } from '@cellar/contract/games/rules/platforms.ts';
import { Button, Group, Text } from '@mantine/core';
import { IconArrowDown, IconRefresh, IconTrash, IconUpload, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlatformChoices } from '#lib/own-platforms.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Select } from '#ui/fields/select.tsx';
import { useUploadManager } from '../use-uploads.ts';
import styles from './batch.module.css';
import type { BatchEntry, BatchState } from './batch-entry.ts';
import { startReady, useBatch } from './use-batch.ts';

export interface BatchActionsProps {
  entries: readonly BatchEntry[];
  states: readonly BatchState[];
  isOnlyProblems: boolean;
  onOnlyProblems(isOn: boolean): void;
  onNextProblem(): void;
  /** The keys of the selected files. */
  selected: readonly number[];
  onRemoveSelected(): void;
}

export function BatchActions(props: BatchActionsProps) {
  const { entries, states, isOnlyProblems, onOnlyProblems, onNextProblem, selected, onRemoveSelected } =
    props;
  const { t } = useTranslation('batch');
  const count = (kind: BatchState['kind']) => states.filter((state) => state.kind === kind).length;
  const [ready, problems, checking] = [count('ready'), count('problem'), count('checking')];
  return (
    <div className={styles.actions}>
      <Text role="status" fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {t('sum.files', { count: entries.length })} · {t('sum.ready', { count: ready })}
        {problems > 0 && ` · ${t('sum.problems', { count: problems })}`}
        {checking > 0 && ` · ${t('sum.checking', { count: checking })}`}
      </Text>
      <ListButtons states={states} count={entries.length} ready={ready} />
      <Group gap="var(--space-3) var(--space-4)">
        {(problems > 0 || isOnlyProblems) && (
          <label className={styles.filter}>
            <input
              className={styles.check}
              type="checkbox"
              checked={isOnlyProblems}
              onChange={(event) => onOnlyProblems(event.currentTarget.checked)}
            />
            {problems + checking > 0 ? t('onlyProblems', { count: problems }) : t('onlyProblemsSettled')}
          </label>
        )}
        {problems > 0 && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconArrowDown size={16} />}
            onClick={onNextProblem}
          >
            {t('nextProblem')}
          </Button>
        )}
        <PlatformForSeveral entries={entries} selected={selected} />
        {selected.length > 0 && (
          <Button variant="default" size="xs" leftSection={<IconX size={16} />} onClick={onRemoveSelected}>
            {t('removeSelected', { count: selected.length })}
          </Button>
        )}
      </Group>
    </div>
  );
}

interface ListButtonsProps {
  states: readonly BatchState[];
  count: number;
  ready: number;
}

function ListButtons({ states, count, ready }: ListButtonsProps) {
  const { t } = useTranslation('batch');
  const batch = useBatch();
  const uploads = useUploadManager();
  const hasFailed = states.some((state) => state.kind === 'problem' && state.problem === 'checkFailed');
  return (
    <Group gap="var(--space-3)">
      <Button
        leftSection={<IconUpload size={18} />}
        disabled={ready === 0}
        onClick={() => startReady(batch, uploads, states)}
      >
        {t('startAll', { count: ready })}
      </Button>
      {hasFailed && (
        <Button variant="default" leftSection={<IconRefresh size={18} />} onClick={() => batch.checkAgain()}>
          {t('checkAgain')}
        </Button>
      )}
      <ClearButton count={count} onClear={() => batch.clear()} />
    </Group>
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

interface PlatformForSeveralProps {
  entries: readonly BatchEntry[];
  selected: readonly number[];
}

/** Sets the platform of the selected files. If none is selected, of those without one. */
function PlatformForSeveral({ entries, selected }: PlatformForSeveralProps) {
  const { t } = useTranslation('batch');
  const batch = useBatch();
  const [choice, setChoice] = useState('');
  // A version applies to a single file.
  const choices = usePlatformChoices(choice).filter((one) => !needsVersion(one));
  const label =
    selected.length > 0 ? t('platformForSelected', { count: selected.length }) : t('platformForAll');
  if (selected.length === 0 && entries.every((entry) => entry.choice)) return null;
  return (
    <Group gap="var(--space-2)">
      <Select
        size="xs"
        w="15rem"
        aria-label={label}
        value={choice}
        onChange={(event) => setChoice(event.currentTarget.value)}
        data={[{ value: '', label }, ...choices]}
      />
      <Button
        variant="default"
        size="xs"
        disabled={!choice}
        onClick={() => batch.setPlatform(choice, selected.length > 0 ? selected : undefined)}
      >
        {t('apply')}
      </Button>
    </Group>
  );
}
