// What every text goes through on its way to a title, before and after the sanitization rules.
const titleMax = 200;

/** As in text.ts: refused in a title. */
const pathStep = /(^|[\\/])\.\.([\\/]|$)/u;

/** On one line, well-formed, without control characters, path steps and superfluous spaces. May be empty. */
export function cleanTitle(text: string): string {
  let cleaned = tidy(text.toWellFormed().replace(/\p{Cc}/gu, ' '));
  while (pathStep.test(cleaned)) cleaned = tidy(cleaned.replace(pathStep, ' '));
  return cleaned;
}

/** Not longer than a title may be, without half a character at the end. */
export function cutTitle(text: string): string {
  return cleanTitle(text.slice(0, titleMax).replace(/[\uD800-\uDBFF]$/u, ''));
}

function tidy(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
