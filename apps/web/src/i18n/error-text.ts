// Translates errors. The server's messages are English; in other languages its error code selects the text.
import type { ErrorBody } from '@cellar/contract/errors.ts';
import { i18n } from './i18n.ts';

interface Refusal {
  body?: { code: string; message: string } | undefined;
  retryAfterSeconds?: number | undefined;
}

/** Returns `fallback` if the response did not come from the server itself (no connection, or a proxy in between). */
export function errorText(error: Refusal, fallback: string): string {
  if (!error.body) return fallback;
  const { code } = error.body;
  if (code === 'too_many_requests' && error.retryAfterSeconds) {
    return i18n.t('tooManyTries', { count: Math.ceil(error.retryAfterSeconds / 60) });
  }
  if (isEnglish()) return error.body.message;
  // The texts of errors that only some pages can meet are loaded with these pages.
  return i18n.t([`errors:${code}`, `errorsAdmin:${code}`, `errorsSecurity:${code}`], {
    defaultValue: fallback,
  });
}

/** Translates the server's validation errors, by path and by field name: `siteName` for the path `systemSettings.siteName`. */
export function issueTexts(error: { body?: ErrorBody | undefined } | null): Record<string, string> {
  const issues = error?.body?.issues ?? [];
  return Object.fromEntries(
    issues.flatMap(({ path, message }) => {
      const text = issueText(message);
      return [
        [path, text],
        [path.slice(path.lastIndexOf('.') + 1), text],
      ];
    }),
  );
}

/** The messages that forms meet most. All others have one text in other languages than English. */
const issueKinds = {
  required: /^is required$/,
  tooLong: /^must not be longer than (?<max>\d+) characters$/,
  between: /^must be (?<min>[\d,]+) to (?<max>[\d,]+)$/,
  atLeast: /^must be at least (?<min>\d+)$/,
  number: /^must be a number$/,
  whole: /^must be a whole number$/,
  day: /^must be a day like/,
  email: /^must be an email address$/,
  sender: /^must be an address, or a name/,
  server: /^must be the name or address of a server$/,
  link: /^must be an address that begins with https/,
  video: /^must be a link to a video/,
};

/** Returns a sentence for the message of the contract or the server about a field, which is the end of a sentence: "must be a number". */
export function issueText(message: string): string {
  if (isEnglish()) return /^[a-z]/.test(message) ? `This ${message}.` : message;
  for (const [kind, form] of Object.entries(issueKinds) as [keyof typeof issueKinds, RegExp][]) {
    const found = form.exec(message);
    if (found) return i18n.t(`errors:fields.${kind}`, numbersIn(found.groups));
  }
  return i18n.t('errors:fields.other');
}

function numbersIn(groups: Record<string, string> = {}) {
  const numberOf = (text = '') => Number(text.replaceAll(',', ''));
  return { min: numberOf(groups.min), max: numberOf(groups.max) };
}

/** Returns the server's success message in English, or `translated` in another language. */
export function answerText(message: string, translated: string): string {
  return isEnglish() ? message : translated;
}

function isEnglish(): boolean {
  return i18n.language === 'en';
}
