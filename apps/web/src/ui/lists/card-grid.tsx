// A list of cards or pictures side by side, as many as fit.
import type { ReactNode } from 'react';
import styles from './card-grid.module.css';

export interface CardGridProps {
  size: 'large' | 'medium' | 'small';
  /** Few cards fill the whole width. */
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
