// The keys of a shortcut as printed on the keyboard: `mod+k`, `g h`, `?`, `shift+ArrowUp`.
import { useTranslation } from 'react-i18next';
import { isMac } from '#lib/keystroke.ts';
import styles from './keys.module.css';

export function Keys({ keys }: { keys: string }) {
  const { t } = useTranslation('shortcuts');
  const [first = '', second] = keys.split(' ');
  return (
    <span className={styles.keys}>
      {first.split('+').map((name) => (
        <Key key={name} name={name} />
      ))}
      {second && (
        <>
          <span className={styles.then}>{t('help.then')}</span>
          <Key name={second} />
        </>
      )}
    </span>
  );
}

/** The keys that are named in the user's language. */
const named = [
  'mod',
  'shift',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'Enter',
  'Escape',
  'Space',
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
] as const;

const signs: Partial<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

/** Shows arrow keys as symbols that screen readers read by name. */
function Key({ name }: { name: string }) {
  const { t } = useTranslation('shortcuts');
  const known = named.find((one) => one === name);
  const label = known ? t(`keys.${known}`) : name.toUpperCase();
  const sign = signs[name];
  if (name === 'mod' && isMac) return <kbd className={styles.key}>⌘</kbd>;
  return (
    <kbd className={styles.key}>
      {sign && <span aria-hidden>{sign}</span>}
      <span className={sign && styles.unseen}>{label}</span>
    </kbd>
  );
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
