// The service worker (public/sw.js) of this browser. It is registered only where the member wants it: in the installed app, or by a
// choice in the preferences (ADR 0031).
import { Listeners } from '#lib/listeners.ts';
import { stored } from '#lib/stored.ts';
import { endPush, shelvesCache } from './forget-member.ts';

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

// Keeps the page and the files of the current build that it has used, for a start without a connection.

const prefix = 'cellar-shell';

/** Call this when everything that the offline page needs has been loaded. Keeps nothing if the server has another build by now. */
export async function keepShell(): Promise<void> {
  const build = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '';
  const { pathname } = new URL(build, location.href);
  const page = await fetch('/', { cache: 'no-cache' });
  if (!page.ok || page.redirected || !(await page.clone().text()).includes(`"${pathname}"`)) return;
  const name = `${prefix} ${pathname}`;
  const cache = await caches.open(name);
  const files = [...usedFiles(), '/before-paint.js', '/favicon.svg'];
  await Promise.all(files.map((file) => keepFile(cache, file)));
  // The page comes last: it is never kept without its files.
  await cache.put('/', page);
  await forgetShell(name);
}

/** Removes what earlier builds have kept. */
export async function forgetShell(except?: string): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(prefix) && name !== except);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The names of these files contain digests. */
function usedFiles(): string[] {
  const resources = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const own = resources.filter(({ origin }) => origin === location.origin);
  return [...new Set(own.map(({ pathname }) => pathname))].filter((path) => path.startsWith('/assets/'));
}

async function keepFile(cache: Cache, path: string): Promise<void> {
  const isKept = path.startsWith('/assets/') && (await cache.match(path, { ignoreVary: true }));
  if (!isKept) await cache.add(path);
}
