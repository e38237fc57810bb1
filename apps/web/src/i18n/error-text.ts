// Texts for errors. The server speaks English; in another language its error code is translated.
import { i18n } from './i18n.ts';

interface Refusal {
  body?: { code: string; message: string } | undefined;
  retryAfterSeconds?: number | undefined;
}

/** Returns `fallback` when the server itself did not answer (no connection, a proxy in between). */
export function errorText(error: Refusal, fallback: string): string {
  if (!error.body) return fallback;
  const { code } = error.body;
  if (code === 'too_many_requests' && error.retryAfterSeconds) {
    return i18n.t('tooManyTries', { count: Math.ceil(error.retryAfterSeconds / 60) });
  }
  if (isEnglish()) return error.body.message;
  return i18n.t(`errors:${code}`, { defaultValue: fallback });
}

/** The server's message about one field. */
export function issueText(message: string): string {
  return isEnglish() ? message : i18n.t('errors:field');
}

/** The server's message about a success in English, `translated` in another language. */
export function answerText(message: string, translated: string): string {
  return isEnglish() ? message : translated;
}

function isEnglish(): boolean {
  return i18n.language === 'en';
}
