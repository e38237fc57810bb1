// Downloads several games: one file after the other in the browser, or by a list for a download manager.

import { deferredApi } from '@cellar/contract/deferred-api.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type {
  DownloadPlan,
  LeftOut,
  ListChoice,
  ListedFile,
} from '@cellar/contract/transfer/download-lists.endpoints.ts';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiClient } from '#lib/api-client.ts';
import { formatSize } from '#lib/format.ts';
import { type OwnSystem, ownSystem } from '#lib/own-system.ts';
import { useApi } from '#lib/services-context.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { LoadFailedNotice, Notice } from '#ui/feedback/messages.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { Select } from '#ui/fields/select.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import layout from '#ui/layout.module.css';
import { useDownloadTracker } from '../use-downloads.ts';
import styles from './download-list.module.css';
import { endText, type SequenceState, sequenceOf } from './download-sequence.ts';
import { SaveList } from './save-list.tsx';

export interface DownloadListDialogProps {
  /** The selected games. Of more than a list may have, the first ones are taken. */
  ids: readonly string[];
  onClose(): void;
}

export function DownloadListDialog({ ids, onClose }: DownloadListDialogProps) {
  const { t } = useTranslation('downloadLists');
  const max = limits.gamesPerDownloadList;
  const taken = ids.slice(0, max);
  const [platform, setPlatform] = useState(ownFirst);
  const [withExtras, setExtras] = useState(false);
  const own = ownSystem();
  const games = taken.map((id) => ({ id }));
  const choice: ListChoice = { games, withExtras, ...wantedPlatforms(platform, own) };
  const plan = useQuery(downloadPlanQuery(useApi(), choice));
  return (
    <Dialog heading={t('heading', { count: taken.length })} size="46rem" onClose={onClose}>
      <div className={layout.stack4}>
        {ids.length > max && <Notice kind="info">{t('onlyFirst', { count: max })}</Notice>}
        <div className={styles.choices}>
          <Select
            label={t('platform')}
            value={platform}
            onChange={(event) => setPlatform(event.currentTarget.value)}
            data={platformOptions(plan.data?.platforms ?? [], platform).map(({ value, games: count }) => ({
              value,
              label:
                count === undefined
                  ? own
                    ? t('ownFirst', { platform: own })
                    : t('anyPlatform')
                  : t('onlyPlatform', { platform: value, count }),
            }))}
          />
          <Switch label={t('extras')} description={t('extrasHint')} isOn={withExtras} onChange={setExtras} />
        </div>
        {plan.data ? (
          <Planned plan={plan.data} choice={choice} isBusy={plan.isPlaceholderData} />
        ) : plan.isError ? (
          <LoadFailedNotice onRetry={() => void plan.refetch()} />
        ) : (
          <Skeleton height="24rem" />
        )}
      </div>
    </Dialog>
  );
}

interface PlannedProps {
  plan: DownloadPlan;
  choice: ListChoice;
  /** Whether the plan is that of an earlier choice. */
  isBusy: boolean;
}

function Planned({ plan, choice, isBusy }: PlannedProps) {
  const { t } = useTranslation('downloadLists');
  return (
    <div className={`${layout.stack5} ${styles.planned}`} aria-busy={isBusy}>
      <PlanTotals plan={plan} />
      <LeftOutGames leftOut={plan.leftOut} />
      <InBrowser files={plan.files} isDisabled={isBusy || plan.files.length === 0} />
      <Disclosure label={t('managers')}>
        <SaveList choice={choice} isDisabled={isBusy || plan.files.length === 0} />
      </Disclosure>
    </div>
  );
}

/** The number of files and their size. */
function PlanTotals({ plan: { files, totalSize } }: { plan: DownloadPlan }) {
  const { t, i18n } = useTranslation('downloadLists');
  const size = formatSize(totalSize, i18n.language);
  return (
    <p role="status" className={styles.totals}>
      {files.length === 0 ? (
        t('nothing')
      ) : (
        <>
          <strong>{t('files', { count: files.length })}</strong> <span>{size}</span>
        </>
      )}
    </p>
  );
}

/** What a list leaves out, and why. Closed at first. */
function LeftOutGames({ leftOut }: { leftOut: readonly LeftOut[] }) {
  const { t } = useTranslation('downloadLists');
  if (leftOut.length === 0) return null;
  return (
    <Disclosure label={t('leftOut', { count: leftOut.length })}>
      <ul>
        {leftOut.map(({ gameId, title, part, reason }) => (
          <li key={`${gameId} ${part}`} className={styles.leftOut}>
            <span className={styles.name}>
              {title ?? t('unknownGame')}
              {part !== null && <span className={layout.dim}> · {part}</span>}
            </span>
            <span className={styles.reason}>{t(`reasons.${reason}`)}</span>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

interface InBrowserProps {
  files: readonly ListedFile[];
  isDisabled: boolean;
}

/** Downloads the files one after the other in the browser, and shows how far that is. */
function InBrowser({ files, isDisabled }: InBrowserProps) {
  const { t } = useTranslation('downloadLists');
  const sequence = sequenceOf(useDownloadTracker());
  const state = useSyncExternalStore(sequence.state.subscribe, sequence.state.get);
  // The result of an earlier download is shown only if the files are still the same.
  const shown = state?.isRunning || (state && keysOf(state.files) === keysOf(files)) ? state : undefined;
  const isStopped = shown && !shown.isRunning && shown.position < shown.files.length;
  return (
    <section className={layout.stack3} aria-label={t('inBrowser')}>
      {shown && <SequenceProgress state={shown} />}
      <div className={layout.row3}>
        {isStopped && <Button onClick={() => sequence.continue()}>{t('sequence.continue')}</Button>}
        {shown?.isRunning ? (
          <Button variant="default" onClick={() => sequence.stop()}>
            {t('sequence.stop')}
          </Button>
        ) : (
          <Button
            variant={shown ? 'default' : 'filled'}
            leftSection={<IconDownload size={18} aria-hidden />}
            disabled={isDisabled}
            onClick={() => sequence.start(files)}
          >
            {t(shown ? 'sequence.again' : 'sequence.start')}
          </Button>
        )}
      </div>
      {(!shown || shown.isRunning) && <p className={layout.small}>{t('inBrowserHint')}</p>}
    </section>
  );
}

function keysOf(files: readonly ListedFile[]): string {
  return files.map(({ path }) => path).join('\n');
}

function SequenceProgress({ state }: { state: SequenceState }) {
  const { files, position, done, failed, isHandedOver, isRunning } = state;
  const { t } = useTranslation('downloadLists');
  const file = files[position];
  const total = files.length;
  const name = file && `${file.title} (${file.extra?.name ?? file.platform})`;
  return (
    <div className={styles.sequence}>
      <p role="status">
        {name && isRunning
          ? t('sequence.running', { position: position + 1, total, name })
          : name
            ? t('sequence.stopped', { count: position, total })
            : t(endText(state), { done, total })}
        {failed > 0 && <> · {t('sequence.failed', { count: failed })}</>}
      </p>
      <ProgressBar percent={Math.floor((100 * position) / total)} label={t('sequence.progress')} size="sm" />
      {isHandedOver && <p className={layout.small}>{t('notAwaited')}</p>}
    </div>
  );
}

/** What a list would contain. Asked for by POST because of its length; changes nothing. */
const downloadPlanQuery = (client: ApiClient, choice: ListChoice) =>
  queryOptions({
    queryKey: ['download-plan', choice],
    queryFn: ({ signal }): Promise<DownloadPlan> =>
      client.call(deferredApi.planDownloadList, { body: choice, signal }),
    placeholderData: keepPreviousData,
    // Files may have come or gone since the dialog was last open.
    gcTime: 0,
  });

// The choice of a platform in the dialog, and what it means for the list.

/** The first choice: files for the reader's system, and others for games without one. */
export const ownFirst = '';

interface PlatformOption {
  value: string;
  /** The number of games with a file for this platform; undefined for the first choice. */
  games?: number;
}

/** Returns `ownFirst` and the platforms of the games. Keeps the chosen one, even if no game has it any more. */
export function platformOptions(offered: DownloadPlan['platforms'], chosen: string): PlatformOption[] {
  const options = offered.map(({ name, games }) => ({ value: name, games }));
  const isGone = chosen !== ownFirst && !options.some(({ value }) => value === chosen);
  return [{ value: ownFirst }, ...options, ...(isGone ? [{ value: chosen, games: 0 }] : [])];
}

export function wantedPlatforms(
  chosen: string,
  own: OwnSystem | undefined,
): Pick<ListChoice, 'platforms' | 'isOnlyThese'> {
  if (chosen !== ownFirst) return { platforms: [chosen], isOnlyThese: true };
  return { platforms: own ? [own, `${own} (Modded)`] : [], isOnlyThese: false };
}
