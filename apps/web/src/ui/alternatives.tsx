// The word between a form and other ways to do the same, with a line on both sides.
import type { ReactNode } from 'react';
import styles from './alternatives.module.css';

/** `children`: “or” in the reader's language. */
export function BeforeAlternatives({ children }: { children: ReactNode }) {
  return <p className={styles.or}>{children}</p>;
}
