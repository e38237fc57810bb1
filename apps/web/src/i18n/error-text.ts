// The words for what the server refused. It speaks English; in another language its code is translated.
import { i18n } from './i18n.ts';

interface Refusal {
  body?: { code: string; message: string } | undefined;
  retryAfterSeconds?: number | undefined;
}

/** `fallback` where there is no answer of the server itself (no connection, a proxy in between). */
export function errorText(error: Refusal, fallback: string): string {
  if (!error.body) return fallback;
  const { code } = error.body;
  if (code === 'too_many_requests' && error.retryAfterSeconds) {
    return i18n.t('tooManyTries', { count: Math.ceil(error.retryAfterSeconds / 60) });
  }
  if (isEnglish()) return error.body.message;
  return i18n.t(`errors:${code}`, { defaultValue: fallback });
}

/** What is wrong with one field, as the server said it. */
export function issueText(message: string): string {
  return isEnglish() ? message : i18n.t('errors:field');
}

/** A success: the server's own words in English, ours in another language. */
export function answerText(message: string, translated: string): string {
  return isEnglish() ? message : translated;
}

function isEnglish(): boolean {
  return i18n.language === 'en';
}
