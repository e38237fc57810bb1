// Box art in its 2:3 frame, or a designed cover with the title where there is none or it does not load. Used wherever a
// game is shown. Until the picture has come, a blur of its own colours (its ThumbHash) stands in its place.
import { artworkSrcSet, artworkUrlAt } from '@cellar/contract/rules/artwork.ts';
import { type CSSProperties, useState } from 'react';
import styles from './cover.module.css';
import { coverArt } from './cover-art.ts';
import { hasBeenShown, placeholderOf, rememberShown } from './cover-placeholder.ts';

export interface CoverProps {
  title: string;
  url: string | null;
  /** Empty where the title stands beside the cover. */
  alt?: string;
  /** The first rows: fetched before anything else. */
  isEager?: boolean;
  /** Base64, as the server gives it. */
  thumbhash?: string | null;
  /** How wide the cover is laid out, as `sizes` of an image; without it as in the grid. */
  sizes?: string;
}

/** Two covers in a phone's row, else about a column of the grid. */
const gridSizes = '(max-width: 40em) 45vw, 14rem';

export function Cover({ title, url, alt = '', ...picture }: CoverProps) {
  const [failedUrl, setFailedUrl] = useState<string>();
  if (url === null || url === '' || url === failedUrl) return <GeneratedCover title={title} alt={alt} />;
  // The key: another picture is another element, which has not been shown yet.
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
      {/* Safari takes what it has when `src` is set: what chooses among the sizes must be there before it. */}
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

/** Straight on the element: a state for each picture would render every card twice while somebody scrolls. */
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
