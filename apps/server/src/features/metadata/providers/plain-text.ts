// Descriptions come as HTML from some providers; we keep plain text. Used by the providers.
import { setImmediate as breathe } from 'node:timers/promises';

/** Tags that are closed and were never opened take the square of their number: a second for 100,000 letters. */
const mostInput = 20_000;
export const mostSummary = 4_000;

/** Paragraphs stay apart by an empty line, lists keep their marks; pictures and addresses of links are left out. */
export async function plainText(html: string): Promise<string> {
  if (!/[<&]/.test(html)) return shorten(html);
  const { convert } = await import('html-to-text');
  const text = convert(html.slice(0, mostInput), {
    wordwrap: false,
    limits: { maxInputLength: mostInput, maxDepth: 40, maxChildNodes: 2_000 },
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { ignoreHref: true } },
      ...['h1', 'h2', 'h3', 'h4'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  });
  // An answer may hold dozens of them.
  await breathe();
  return shorten(text);
}

/** At the end of a word, with an ellipsis. */
function shorten(text: string): string {
  const tidy = text
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  if (tidy.length <= mostSummary) return tidy;
  const cut = tidy.slice(0, mostSummary - 1).toWellFormed();
  return `${cut.replace(/\s+\S{0,40}$/, '')}…`;
}
