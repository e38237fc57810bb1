// The words for what the server refused. It speaks English; in another language its code is translated.
import type { ErrorBody } from '@cellar/contract/errors.ts';
import { i18n } from './i18n.ts';

/** `fallback` where there is no answer of the server itself (no connection, a proxy in between). */
export function errorText(error: { body?: ErrorBody | undefined }, fallback: string): string {
  if (!error.body) return fallback;
  if (isEnglish()) return error.body.message;
  return i18n.t(`errors:${error.body.code}`, { defaultValue: fallback });
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
