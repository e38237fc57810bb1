// The service worker (public/sw.js) of this browser. It is registered only where the member wants it: in the installed app, or by a
// choice in the preferences (ADR 0031).
import { Listeners } from '#lib/listeners.ts';
import { stored } from '#lib/stored.ts';
import { endPush, shelvesCache } from './forget-member.ts';
import { forgetShell } from './shell.ts';

/** `off` if the member does not want the worker, even in the installed app. */
const choice = stored('cellar-offline');

/** Browsers have workers only on https and on the computer itself. A development server has no build to keep. */
export function isWorkerPossible(): boolean {
  return import.meta.env.PROD && 'serviceWorker' in navigator;
}

export function isInstalledApp(): boolean {
  return window.matchMedia('(display-mode: standalone)').matches;
}

export function isWorkerWanted(): boolean {
  // A page keeps its worker until it is loaded again, even if the worker has been removed.
  return choice.get() !== 'off' && (navigator.serviceWorker.controller !== null || isInstalledApp());
}

export async function findWorker(): Promise<ServiceWorkerRegistration | undefined> {
  return isWorkerPossible() ? navigator.serviceWorker.getRegistration() : undefined;
}

const turnedOn = new Listeners();

/** Adds a listener that is called when the worker was turned on in this tab. */
export const onWorkerTurnedOn = turnedOn.add;

/** Resolves when the worker is active. */
export async function turnWorkerOn(): Promise<ServiceWorkerRegistration> {
  choice.set(undefined);
  const worker = await startWorker();
  turnedOn.call();
  return worker;
}

/** Resolves when the worker is active. */
export async function startWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  return navigator.serviceWorker.ready;
}

/** Also ends push messages, because they need the worker. */
export async function turnWorkerOff(): Promise<void> {
  choice.set('off');
  await endPush();
  await (await findWorker())?.unregister();
  await Promise.all([forgetShell(), caches.delete(shelvesCache)]);
}
