// Computes the design of the cover for a game without box art. It depends only on the title, so it never changes.
export type CoverSize = 'large' | 'medium' | 'small' | 'tiny' | 'least';

export interface CoverArt {
  hue: number;
  /** The number of the drawing in cover.module.css. */
  motif: number;
  /** The font size; smaller for long titles and long words. */
  size: CoverSize;
}

export const motifs = 4;

export function coverArt(title: string): CoverArt {
  const seed = hash(title.trim().toLowerCase());
  const size = sizeOf(title);
  return { hue: seed % 360, motif: Math.floor(seed / 360) % motifs, size };
}

// The limits ensure that, even in a wide font, the longest word fits the width and the title fits the height.
function sizeOf(title: string): CoverSize {
  const longestWord = Math.max(...title.split(/[\s-]+/).map((word) => word.length));
  if (title.length <= 14 && longestWord <= 6) return 'large';
  if (title.length <= 34 && longestWord <= 9) return 'medium';
  if (title.length <= 60 && longestWord <= 12) return 'small';
  return title.length <= 100 && longestWord <= 16 ? 'tiny' : 'least';
}

// FNV-1a (32 bits): short, and similar titles get very different values.
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value ^= text.charCodeAt(index);
    value = Math.imul(value, 0x01000193) >>> 0;
  }
  return value;
}
