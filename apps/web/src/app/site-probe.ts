// Asks the site whether it still has the script that this page was started by. Its name changes with every build.
import type { Answer } from '#lib/connection.ts';

const patienceMs = 10_000;

export async function probeSite(): Promise<Answer> {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '/';
  try {
    const { ok, status, headers } = await fetch(script, {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(patienceMs),
    });
    if (status === 404) return 'newer';
    // The login page of a hotel's network answers too.
    return ok && headers.get('content-type')?.includes('javascript') ? 'same' : 'none';
  } catch {
    return 'none';
  }
}
