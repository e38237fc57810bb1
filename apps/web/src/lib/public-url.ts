// Links for others begin with PUBLIC_URL. An admin has to set it, because the server does not know its own address.
import { isLoopbackUrl } from '@cellar/contract/rules/loopback.ts';

/**
 * Why others may not reach a link of this site. `loopback`: it leads everybody to their own computer. `other`: it leads to another
 * address than the one in the browser. `here` is an origin.
 */
export function doubtAbout(link: string, here: string): 'loopback' | 'other' | undefined {
  if (isLoopbackUrl(link)) return 'loopback';
  return new URL(link).origin === here ? undefined : 'other';
}

/** What the file .env may say: the address in the browser, unless only the server's own computer reaches it. */
export function publicUrlLine(here = location.origin): string {
  return `PUBLIC_URL=${isLoopbackUrl(here) ? 'https://games.example.org' : here}`;
}
