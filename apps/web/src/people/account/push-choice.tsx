// The switch for push messages to this browser.
import { deferredApi } from '@cellar/contract/deferred-api.ts';
import type {
  PushState,
  PushSubscription as Subscription,
} from '@cellar/contract/messages/alerts.endpoints.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ApiClient } from '#lib/api-client.ts';
import { endPush } from '#lib/offline/forget-member.ts';
import { findWorker, isWorkerPossible, turnWorkerOn } from '#lib/offline/worker.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { Switch } from '#ui/fields/switch.tsx';
import { toast } from '#ui/toasts/toast.tsx';

/** Both switches start the worker, and one stops it, so their changes run one after another. */
export const workerChanges = { id: 'worker' };

export function PushChoice() {
  const { t } = useTranslation('device');
  const client = useApi();
  const queryClient = useQueryClient();
  const { data } = useQuery({ queryKey: queryKeys.push, queryFn: () => readState(client) });
  const change = useMutation({
    scope: workerChanges,
    mutationFn: (isWanted: boolean) => (isWanted ? turnOn(client, data?.publicKey ?? '') : turnOff(client)),
    onError: () => toast.error(t('failed')),
    onSettled: () =>
      Promise.all(
        // Push messages need the worker, so it may have been started.
        [queryKeys.push, queryKeys.worker].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ),
  });
  // The site sends none.
  if (data?.publicKey === null) return null;
  const obstacle = pushObstacle();
  return (
    <Switch
      label={t('push')}
      description={t(obstacle ?? 'pushHint')}
      isOn={change.isPending ? change.variables : (data?.isOn ?? false)}
      disabled={!data || obstacle !== undefined}
      onChange={(isWanted) => change.mutate(isWanted)}
    />
  );
}

/** On only if both sides know the subscription. */
async function readState(client: ApiClient): Promise<PushState> {
  const [state, isHere] = await Promise.all([client.call(deferredApi.getPush), hasSubscription()]);
  return { ...state, isOn: state.isOn && isHere };
}

async function turnOn(client: ApiClient, publicKey: string): Promise<void> {
  const body = await subscribe(publicKey);
  if (body) await client.call(deferredApi.turnPushOn, { body: { endpoint: body.endpoint, keys: body.keys } });
}

async function turnOff(client: ApiClient): Promise<void> {
  await endPush();
  await client.call(deferredApi.turnPushOff);
}

// The address at which this browser gets push messages. It is known only to the browser, its push service and the server.

type PushObstacle = 'insecure' | 'unsupported' | 'denied';

/** Why this browser can't get push messages. Undefined if it can, at least after a question to the member. */
function pushObstacle(): PushObstacle | undefined {
  if (!window.isSecureContext) return 'insecure';
  if (!isWorkerPossible() || !('PushManager' in window) || !('Notification' in window)) return 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : undefined;
}

async function hasSubscription(): Promise<boolean> {
  const worker = await findWorker();
  return Boolean(await worker?.pushManager?.getSubscription());
}

/** Asks the member first. Returns undefined if the member or the browser refuses. */
async function subscribe(publicKey: string): Promise<Subscription | undefined> {
  // The question comes first, because browsers ask only right after a click.
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  const { pushManager } = await turnWorkerOn();
  // The server's key may have changed since, and a browser has only one subscription.
  await endPush();
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  return (await pushManager.subscribe(options)).toJSON() as Subscription;
}
