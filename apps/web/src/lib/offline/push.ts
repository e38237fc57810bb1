// The address at which this browser gets push messages. It is known only to the browser, its push service and the server.
import type { PushSubscription as Subscription } from '@cellar/contract/messages/push.ts';
import { endPush } from './forget-member.ts';
import { findWorker, isWorkerPossible, turnWorkerOn } from './worker.ts';

export type PushObstacle = 'insecure' | 'unsupported' | 'denied';

/** Why this browser can't get push messages. Undefined if it can, at least after a question to the member. */
export function pushObstacle(): PushObstacle | undefined {
  if (!window.isSecureContext) return 'insecure';
  if (!isWorkerPossible() || !('PushManager' in window) || !('Notification' in window)) return 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : undefined;
}

export async function hasSubscription(): Promise<boolean> {
  const worker = await findWorker();
  return Boolean(await worker?.pushManager?.getSubscription());
}

/** Asks the member first. Returns undefined if the member or the browser refuses. */
export async function subscribe(publicKey: string): Promise<Subscription | undefined> {
  // The question comes first, because browsers ask only right after a click.
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  const { pushManager } = await turnWorkerOn();
  // The server's key may have changed since, and a browser has only one subscription.
  await endPush();
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  return (await pushManager.subscribe(options)).toJSON() as Subscription;
}
