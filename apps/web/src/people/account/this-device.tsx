// What this browser does for the member besides showing the page: opening without a connection, and push messages.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { findWorker, isWorkerPossible, turnWorkerOff, turnWorkerOn } from '#lib/offline/worker.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { Switch } from '#ui/fields/switch.tsx';
import { Section } from '#ui/section.tsx';
import { toast } from '#ui/toasts/toast.tsx';
import styles from './account.module.css';
import { PushChoice, workerChanges } from './push-choice.tsx';

export function ThisDevice() {
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
