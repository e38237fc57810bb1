// The keys of a shortcut as they are printed on them: `mod+k`, `g h`, `?`. Used by the bar, the key help and the palette.

import styles from './keys.module.css';
import { isMac } from './shortcuts.ts';

export interface KeysProps {
  keys: string;
  /** What Ctrl is called in the reader's language. */
  modLabel: string;
  /** Between two keys that follow each other. */
  thenLabel?: string;
}

export function Keys({ keys, modLabel, thenLabel }: KeysProps) {
  const [first = '', second] = keys.split(' ');
  return (
    <span className={styles.keys}>
      {first.split('+').map((key) => (
        <kbd key={key} className={styles.key}>
          {labelOf(key, modLabel)}
        </kbd>
      ))}
      {second && (
        <>
          <span className={styles.then}>{thenLabel}</span>
          <kbd className={styles.key}>{labelOf(second, modLabel)}</kbd>
        </>
      )}
    </span>
  );
}

function labelOf(key: string, modLabel: string): string {
  if (key === 'mod') return isMac ? '⌘' : modLabel;
  return key.toUpperCase();
}
