// Cleans titles before and after the sanitization rules.
const titleMax = 200;

/** U+0000 to U+001F, U+007F to U+009F, and U+FFFE and U+FFFF, which are no characters and which XML forbids. */
export const control = /[\p{Cc}\ufffe\uffff]/u;
/** Marks that change the direction of the surrounding text, and line separators that are not control characters. */
export const reordering = /[\u202a-\u202e\u2066-\u2069\u2028\u2029]/u;
/** A visible letter, digit, punctuation mark or symbol. The excluded characters are invisible letters. */
export const visible = /(?![\u115f\u1160\u3164\uffa0\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;
/** Finds `..` as a part of a path. */
export const pathStep = /(^|[\\/])\.\.([\\/]|$)/u;

const unprintable = new RegExp(`${control.source}|${reordering.source}`, 'gu');

/**
 * Returns well-formed text on one line and in the form NFC, without control characters, direction marks, path steps and extra
 * spaces. The text begins with a visible character, or is empty if there is none.
 */
export function cleanTitle(text: string): string {
  let cleaned = tidy(text.toWellFormed().normalize('NFC').replace(unprintable, ' '));
  while (pathStep.test(cleaned)) cleaned = tidy(cleaned.replace(pathStep, ' '));
  return cleaned;
}

/** Cuts a text to the maximum length of a title, without splitting a surrogate pair. */
export function cutTitle(text: string): string {
  return cleanTitle(text.slice(0, titleMax).replace(/[\uD800-\uDBFF]$/u, ''));
}

function tidy(text: string): string {
  const start = text.search(visible);
  return start < 0 ? '' : text.slice(start).replace(/\s+/gu, ' ').trim();
}
