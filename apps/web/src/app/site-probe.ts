// Asks the site whether it still serves the script that started this page. The script's name changes with every build.
import type { Answer } from '#lib/connection.ts';

const timeoutMs = 10_000;

export async function probeSite(): Promise<Answer> {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '/';
  try {
    const { ok, status, headers } = await fetch(script, {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (status === 404) return 'newer';
    // A captive portal answers too, with HTML.
    return ok && headers.get('content-type')?.includes('javascript') ? 'same' : 'none';
  } catch {
    return 'none';
  }
}
