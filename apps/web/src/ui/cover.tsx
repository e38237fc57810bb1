// Box art in its 2:3 frame, or a designed cover with the title where there is none or it does not load.
import { useState } from 'react';
import styles from './cover.module.css';
import { coverArt } from './cover-art.ts';

export interface CoverProps {
  title: string;
  url: string | null;
  /** Empty where the title stands beside the cover. */
  alt?: string;
  /** The first rows: fetched before anything else. */
  isEager?: boolean;
}

export function Cover({ title, url, alt = '', isEager = false }: CoverProps) {
  const [failedUrl, setFailedUrl] = useState<string>();
  if (url === null || url === '' || url === failedUrl) return <GeneratedCover title={title} alt={alt} />;
  return (
    <div className={styles.frame}>
      <img
        className={styles.image}
        src={url}
        alt={alt}
        width={300}
        height={450}
        loading={isEager ? 'eager' : 'lazy'}
        fetchPriority={isEager ? 'high' : 'auto'}
        decoding="async"
        onError={() => setFailedUrl(url)}
      />
    </div>
  );
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
      style={{ '--hue': art.hue } as React.CSSProperties}
    >
      <span className={styles.title} aria-hidden>
        {title}
      </span>
    </div>
  );
}
