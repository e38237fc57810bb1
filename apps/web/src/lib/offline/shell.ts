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
