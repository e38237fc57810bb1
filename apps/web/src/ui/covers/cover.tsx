// Box art in a 2:3 frame, or a generated cover with the title if there is no box art or it cannot be loaded. While the
// picture loads, its ThumbHash is shown as a blurred preview.
import { artworkSrcSet, artworkUrlAt } from '@cellar/contract/games/rules/artwork.ts';
import { type CSSProperties, useState } from 'react';
import styles from './cover.module.css';
import { coverArt } from './cover-art.ts';
import { hasBeenShown, placeholderOf, rememberShown } from './cover-placeholder.ts';

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
