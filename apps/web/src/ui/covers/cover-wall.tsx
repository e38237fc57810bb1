// A slanted wall of generated covers, as a decoration behind the text of the home page.
import type { CSSProperties } from 'react';
import coverStyles from './cover.module.css';
import { motifs } from './cover.tsx';
import styles from './cover-wall.module.css';

// Chosen manually, so that neighbors differ and amber dominates.
const hues = [70, 30, 250, 150, 55, 320, 200, 85, 15, 280, 60, 170, 40, 225, 95, 345, 65, 130, 20, 265];

export function CoverWall() {
  return (
    <div className={styles.wall} aria-hidden>
      <div className={styles.plane}>
        {hues.map((hue, index) => (
          <div key={hue} className={styles.cover}>
            <div
              className={`${coverStyles.frame} ${coverStyles.generated}`}
              data-motif={((index % 5) * 3 + Math.floor(index / 5) * 2) % motifs}
              style={{ '--hue': hue } as CSSProperties}
            />
          </div>
        ))}
      </div>
    </div>
  );
}
