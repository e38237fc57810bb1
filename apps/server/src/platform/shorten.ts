/** The maximum average of UTF-16 units per letter, including combining marks. The rest of a longer text is ignored. */
const unitsPerLetter = 16;

/**
 * Shortens a text to one line of at most `max` letters, at a word boundary if possible. Ends a shortened text with an
 * ellipsis.
 */
export function shorten(text: string, max: number): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  const part = line.slice(0, max * unitsPerLetter);
  // Cuts at grapheme clusters, so that no emoji or accented letter is split.
  const letters = Array.from(new Intl.Segmenter().segment(part), ({ segment }) => segment);
  if (part.length < line.length) letters.pop();
  else if (letters.length <= max) return line;
  const cut = letters.slice(0, max).join('');
  // A text without spaces, such as Japanese, is cut at the limit.
  const end = letters[max] === ' ' ? cut.length : cut.lastIndexOf(' ');
  const words = end > cut.length / 2 ? cut.slice(0, end) : cut;
  return `${words.replace(/[\s.,;:–—-]+$/u, '')}…`;
}
