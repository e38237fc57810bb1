// A list of cards or pictures side by side, as many as there is room for. Used on the page of a game.
import type { ReactNode } from 'react';
import styles from './card-grid.module.css';

export interface CardGridProps {
  size: 'large' | 'medium' | 'small';
  /** Few cards share the whole width. */
  isFilled?: boolean;
  /** Items of a list. */
  children: ReactNode;
}

export function CardGrid({ size, isFilled, children }: CardGridProps) {
  return (
    <ul className={styles.grid} data-size={size} data-filled={isFilled || undefined}>
      {children}
    </ul>
  );
}
