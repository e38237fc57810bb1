// A list of cards or pictures in as many columns as fit.
import type { ReactNode } from 'react';
import styles from './card-grid.module.css';

export interface CardGridProps {
  size: 'large' | 'medium' | 'small';
  /** Whether a few cards fill the whole width. */
  isFilled?: boolean;
  /** List items. */
  children: ReactNode;
}

export function CardGrid({ size, isFilled, children }: CardGridProps) {
  return (
    <ul className={styles.grid} data-size={size} data-filled={isFilled || undefined}>
      {children}
    </ul>
  );
}
