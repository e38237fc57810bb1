// The keys of a shortcut as printed on the keyboard: `mod+k`, `g h`, `?`.
import styles from './keys.module.css';
import { isMac } from './shortcuts.ts';

export interface KeysProps {
  keys: string;
  /** The name of Ctrl in the user's language. */
  modLabel: string;
  /** The word between two keys pressed one after the other. */
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
