// Translates errors. The server's messages are English; in other languages its error code selects the text.
import { i18n } from './i18n.ts';

interface Refusal {
  status?: number | undefined;
  body?: { code: string; message: string } | undefined;
  retryAfterSeconds?: number | undefined;
}

/**
 * Returns `fallback` if the response did not come from the server itself (no connection, or a proxy in between), unless it says that a
 * proxy accepts no such requests.
 */
export function errorText(error: Refusal, fallback: string): string {
  if (!error.body) return error.status === 413 ? i18n.t('proxyTooLarge') : fallback;
  const { code } = error.body;
  if (code === 'too_many_requests' && error.retryAfterSeconds) {
    return i18n.t('tooManyTries', { count: Math.ceil(error.retryAfterSeconds / 60) });
  }
  if (isEnglish()) return error.body.message;
  // The texts of errors that only some pages can meet are loaded with these pages.
  const keys = [`errors:${code}`, `errorsAdmin:${code}`, `errorsSecurity:${code}`] as 'errors:field'[];
  return i18n.t(keys, { defaultValue: fallback });
}

/** Returns the server's success message in English, or `translated` in another language. */
export function answerText(message: string, translated: string): string {
  return isEnglish() ? message : translated;
}

export function isEnglish(): boolean {
  return i18n.language === 'en';
}
