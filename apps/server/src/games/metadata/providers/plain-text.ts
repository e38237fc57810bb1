// Converts descriptions to plain text. Some providers send HTML.
import { setImmediate as yieldIfDue } from 'node:timers/promises';

/** The converter takes quadratic time for closing tags without opening tags: a second per 100,000 characters. */
const maxInput = 20_000;
export const maxSummary = 4_000;

/** Separates paragraphs by an empty line, keeps list markers, and omits pictures and link addresses. */
export async function plainText(html: string): Promise<string> {
  if (!/[<&]/.test(html)) return shorten(html);
  const { convert } = await import('html-to-text');
  const text = convert(html.slice(0, maxInput), {
    wordwrap: false,
    limits: { maxInputLength: maxInput, maxDepth: 40, maxChildNodes: 2_000 },
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { ignoreHref: true } },
      ...['h1', 'h2', 'h3', 'h4'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  });
  // Yields to other requests, because a response may contain dozens of descriptions.
  await yieldIfDue();
  return shorten(text);
}

/** Cuts long text at the end of a word and adds an ellipsis. */
function shorten(text: string): string {
  const tidy = text
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  if (tidy.length <= maxSummary) return tidy;
  const cut = tidy.slice(0, maxSummary - 1).toWellFormed();
  return `${cut.replace(/\s+\S{0,40}$/, '')}…`;
}
