// Cuts a text for a preview, at a word where there are words. Used by the heads of pages and by mails.

/** A letter with more marks than this on average is no text that anybody reads. */
const unitsPerLetter = 16;

/** On one line, at most `most` letters, with an ellipsis for what is left out. */
export function shorten(text: string, most: number): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  const part = line.slice(0, most * unitsPerLetter);
  // By what a reader takes for one letter: no emoji, no letter with its accent is cut in two.
  const letters = Array.from(new Intl.Segmenter().segment(part), ({ segment }) => segment);
  if (part.length < line.length) letters.pop();
  else if (letters.length <= most) return line;
  const cut = letters.slice(0, most).join('');
  // A text without spaces, such as Japanese, or one endless word, is cut where it is full.
  const end = letters[most] === ' ' ? cut.length : cut.lastIndexOf(' ');
  const words = end > cut.length / 2 ? cut.slice(0, end) : cut;
  return `${words.replace(/[\s.,;:–—-]+$/u, '')}…`;
}
