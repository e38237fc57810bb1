// Downloads several games: a list for a download manager, or one file after the other in the browser.

import { limits } from '@cellar/contract/rules/limits.ts';
import type { DownloadPlan, ListChoice } from '@cellar/contract/transfer/download-lists.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '#lib/api-context.ts';
import { ownSystem } from '#lib/own-system.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { LoadFailedNotice } from '#ui/feedback/load-failed.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { Select } from '#ui/fields/select.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import styles from './download-list.module.css';
import { downloadPlanQuery } from './download-lists.queries.ts';
import { InBrowser } from './in-browser.tsx';
import { LeftOutGames } from './left-out-games.tsx';
import { PlanTotals } from './plan-totals.tsx';
import { ownFirst, platformOptions, wantedPlatforms } from './platform-choice.ts';
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
      <div className={styles.body}>
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
  return (
    <div className={styles.planned} aria-busy={isBusy}>
      <PlanTotals plan={plan} />
      <LeftOutGames leftOut={plan.leftOut} />
      <SaveList choice={choice} isDisabled={isBusy || plan.files.length === 0} />
      <InBrowser files={plan.files} isDisabled={isBusy || plan.files.length === 0} />
    </div>
  );
}
