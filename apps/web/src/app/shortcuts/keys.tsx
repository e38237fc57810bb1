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

// What is printed on the buttons of common gamepads.

const xbox = {
  confirm: 'A',
  back: 'B',
  download: 'X',
  favorite: 'Y',
  previous: 'LB',
  next: 'RB',
  menu: '☰',
  help: 'View',
};

const playStation: typeof xbox = {
  confirm: '✕',
  back: '○',
  download: '□',
  favorite: '△',
  previous: 'L1',
  next: 'R1',
  menu: 'Options',
  help: 'Share',
};

/** The letters are in other places than on an Xbox gamepad. The buttons do the same by their place. */
const nintendo: typeof xbox = {
  confirm: 'B',
  back: 'A',
  download: 'Y',
  favorite: 'X',
  previous: 'L',
  next: 'R',
  menu: '+',
  help: '−',
};

export type ButtonNames = typeof xbox;

/** Chooses by the gamepad's id, in which browsers put its name and the maker's number. */
export function buttonNames(id = ''): ButtonNames {
  if (/054c|playstation|dualshock|dualsense/i.test(id)) return playStation;
  return /057e|nintendo|pro controller|joy-con/i.test(id) ? nintendo : xbox;
}
