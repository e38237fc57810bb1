// The picture of a collection: up to four covers of its games, in the shape of one cover.
import type { Collection } from '@cellar/contract/club/collections.ts';
import { IconStack2 } from '@tabler/icons-react';
import { Cover } from '#ui/covers/cover.tsx';
import styles from './mosaic.module.css';

export interface MosaicProps {
  covers: Collection['covers'];
  sizes: string;
  isEager?: boolean;
}

export function Mosaic({ covers, sizes, isEager = false }: MosaicProps) {
  const shown = covers.length < 4 ? covers.slice(0, 1) : covers;
  return (
    <span className={styles.mosaic} data-count={shown.length} aria-hidden>
      {shown.length === 0 && <IconStack2 size={40} stroke={1.2} />}
      {shown.map(({ title, boxArtUrl, boxArtThumbhash }) => (
        <Cover
          key={title}
          title={title}
          url={boxArtUrl}
          thumbhash={boxArtThumbhash}
          sizes={sizes}
          isEager={isEager}
        />
      ))}
    </span>
  );
}
