/** Returns a path of this site, or undefined: `//host`, `/\host` and whole addresses lead to other sites. */
export function returnPathOf(value: string | undefined): string | undefined {
  // The host can't be guessed by a path that tries to name it again.
  const origin = 'http://site.invalid';
  if (!value?.startsWith('/') || !URL.canParse(value, origin)) return undefined;
  const url = new URL(value, origin);
  // `/a/..//host` has the right origin, but its resolved path `//host` leads to another site.
  if (url.origin !== origin || url.pathname.startsWith('//')) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}
