// Box art in a 2:3 frame, or a generated cover with the title if there is no box art or it cannot be loaded. While the
// picture loads, its ThumbHash is shown as a blurred preview.
import { artworkSrcSet, artworkUrlAt } from '@cellar/contract/games/rules/artwork.ts';
import { type CSSProperties, useState } from 'react';
import { thumbHashToDataURL } from 'thumbhash';
import styles from './cover.module.css';

export interface CoverProps {
  title: string;
  url: string | null;
  /** Empty if the title is shown beside the cover. */
  alt?: string;
  /** Whether to load with high priority, for the first rows. */
  isEager?: boolean;
  /** The ThumbHash in base64. */
  thumbhash?: string | null;
  /** The width of the cover, as the `sizes` attribute of an image. The default matches the grid. */
  sizes?: string;
}

/** Two covers per row on a phone, otherwise about a column of the grid. */
const gridSizes = '(max-width: 40em) 45vw, 14rem';

export function Cover({ title, url, alt = '', ...picture }: CoverProps) {
  const [failedUrl, setFailedUrl] = useState<string>();
  if (url === null || url === '' || url === failedUrl) return <GeneratedCover title={title} alt={alt} />;
  // The key makes another picture a new element, which fades in.
  return <Picture key={url} url={url} alt={alt} onFailed={() => setFailedUrl(url)} {...picture} />;
}

interface PictureProps extends Omit<CoverProps, 'title'> {
  url: string;
  onFailed: () => void;
}

function Picture({ url, alt, isEager = false, thumbhash, sizes = gridSizes, onFailed }: PictureProps) {
  const backgroundImage = thumbhash ? placeholderOf(thumbhash) : undefined;
  const srcSet = artworkSrcSet(url);
  return (
    <div className={styles.frame} style={backgroundImage ? { backgroundImage } : undefined}>
      {/* Safari starts loading when `src` is set, so `sizes` and `srcSet` must come before it. */}
      <img
        ref={hideUntilDecoded}
        className={styles.image}
        sizes={srcSet && sizes}
        srcSet={srcSet}
        src={artworkUrlAt(url, 400)}
        alt={alt}
        width={300}
        height={450}
        loading={isEager ? 'eager' : 'lazy'}
        fetchPriority={isEager ? 'high' : 'auto'}
        decoding="async"
        onLoad={(event) => showDecoded(event.currentTarget)}
        onError={onFailed}
      />
    </div>
  );
}

/**
 * Hides the image until it is loaded. Sets the attribute directly, because React state would render every card twice.
 */
function hideUntilDecoded(image: HTMLImageElement | null): void {
  if (image && !image.complete && !hasBeenShown(image.src)) image.dataset.coming = '';
}

function showDecoded(image: HTMLImageElement): void {
  rememberShown(image.src);
  const show = () => delete image.dataset.coming;
  image.decode().then(show, show);
}

function GeneratedCover({ title, alt }: { title: string; alt: string }) {
  const art = coverArt(title);
  const label = alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true };
  return (
    <div
      {...label}
      className={`${styles.frame} ${styles.generated}`}
      data-motif={art.motif}
      data-size={art.size}
      style={{ '--hue': art.hue } as CSSProperties}
    >
      <span className={styles.title} aria-hidden>
        {title}
      </span>
    </div>
  );
}

// Computes the design of the cover for a game without box art. It depends only on the title, so it never changes.

type CoverSize = 'large' | 'medium' | 'small' | 'tiny' | 'least';

interface CoverArt {
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

// Decodes the placeholder that is shown while a picture loads: its ThumbHash as a data: URL. Also remembers which
// pictures have been shown. Both memories are bounded, because a member may scroll past a hundred thousand covers.

const keptPlaceholders = 400;
const keptAddresses = 2000;

const placeholders = new Map<string, string | undefined>();
const shown = new Set<string>();

/**
 * Returns a value for `background-image`, or undefined for an invalid ThumbHash. Decodes each ThumbHash only once, when
 * rendered.
 */
export function placeholderOf(thumbhash: string): string | undefined {
  if (!placeholders.has(thumbhash)) {
    keepBelow(placeholders, keptPlaceholders);
    placeholders.set(thumbhash, decode(thumbhash));
  }
  return placeholders.get(thumbhash);
}

/** Returns whether a picture has been shown before. It then does not fade in again when its card is remounted. */
export function hasBeenShown(url: string): boolean {
  return shown.has(url);
}

export function rememberShown(url: string): void {
  if (shown.has(url)) return;
  keepBelow(shown, keptAddresses);
  shown.add(url);
}

function decode(thumbhash: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(thumbhash), (letter) => letter.charCodeAt(0));
    return bytes.length < 5 ? undefined : `url(${thumbHashToDataURL(bytes)})`;
  } catch {
    return undefined;
  }
}

/** Removes the oldest entries. Maps and sets keep their insertion order. */
function keepBelow(memory: Map<string, unknown> | Set<string>, most: number): void {
  for (const key of memory.keys()) {
    if (memory.size < most) return;
    memory.delete(key);
  }
}
