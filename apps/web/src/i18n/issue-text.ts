// Sentences for what is wrong with a field. Apart from error-text.ts, because the first page has no form that needs them.
import type { ErrorBody } from '@cellar/contract/errors.ts';
import { isEnglish } from './error-text.ts';
import { i18n } from './i18n.ts';

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
    // Loaded for admins and contributors, who have most of the forms.
    if (found) return i18n.t([`errorsAdmin:fields.${kind}`, 'errors:field'], numbersIn(found.groups));
  }
  return i18n.t('errors:field');
}

function numbersIn(groups: Record<string, string> = {}) {
  const numberOf = (text = '') => Number(text.replaceAll(',', ''));
  return { min: numberOf(groups.min), max: numberOf(groups.max) };
}
