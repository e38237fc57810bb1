// Names key presses, and finds their shortcuts, including pairs of keys (`g` then `h`).
import { stored } from './stored.ts';

/** The relevant properties of a KeyboardEvent. */
export interface KeyPress {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  isComposing: boolean;
  getModifierState(key: 'AltGraph'): boolean;
}

/** The maximum time between the two keys of a pair, in milliseconds. */
export const pairMs = 1500;

export const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

const namedKeys = /^(Arrow(Left|Right|Up|Down)|Enter|Escape)$/;

/**
 * Returns the name of a key press: `?`, `/`, `g`, `Enter`, `shift+ArrowUp`, `mod+k` (Cmd on a Mac, Ctrl elsewhere). Undefined for keys
 * that cannot be shortcuts.
 */
export function nameOf(press: KeyPress, onMac = isMac): string | undefined {
  if (press.isComposing) return undefined;
  const letter = letterOf(press);
  if (isModified(press)) return isModAlone(press, onMac) && letter ? `mod+${letter}` : undefined;
  // Symbols may need Shift or AltGr, depending on the layout. A letter with Shift is a different key.
  const name = letter ?? (namedKeys.test(press.key) ? press.key : undefined);
  if (name) return press.shiftKey ? `shift+${name}` : name;
  return press.key.length === 1 ? press.key : undefined;
}

/** Returns whether the key types a character, so that it can be turned off as a shortcut. */
export function isSingleKey(name: string): boolean {
  return /^(shift\+)?.$/u.test(name);
}

/** Ignores AltGr, which types symbols and which Windows reports as Ctrl and Alt. */
function isModified(press: KeyPress): boolean {
  return (press.ctrlKey || press.metaKey || press.altKey) && !press.getModifierState('AltGraph');
}

function isModAlone({ ctrlKey, metaKey, altKey, shiftKey }: KeyPress, onMac: boolean): boolean {
  return (onMac ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey;
}

/**
 * Returns the key's letter or, on layouts without Latin letters (Greek, Cyrillic), the Latin letter at its position.
 */
function letterOf({ key, code }: KeyPress): string | undefined {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  const isForeign = /^\p{L}$/u.test(key) && !/\p{Script=Latin}/u.test(key);
  return isForeign ? /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() : undefined;
}

/** Finds the binding of a key by its name. For a pair such as `g h`, remembers the first key. */
export function createMatcher(now: () => number = Date.now) {
  let first: { name: string; at: number } | undefined;
  return <Action>(name: string, bindings: Partial<Record<string, Action>>): Action | undefined => {
    const pair = first && now() - first.at < pairMs ? bindings[`${first.name} ${name}`] : undefined;
    const isFirst = Object.keys(bindings).some((binding) => binding.startsWith(`${name} `));
    first = isFirst && !pair ? { name, at: now() } : undefined;
    return pair ?? bindings[name];
  };
}

/**
 * Returns whether a key press would type text or choose an option, so that it is not a shortcut. Letters also choose
 * options of a select.
 */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isOtherInput = target.matches(
    'input:is([type=checkbox], [type=radio], [type=button], [type=submit])',
  );
  return target.isContentEditable || (target.matches('input, textarea, select') && !isOtherInput);
}

// Remembers on the device whether single-key shortcuts (without Ctrl or Cmd) are on. People who use dictation or a
// switch device must be able to turn them off (WCAG 2.1.4).

const storage = stored('cellar-single-keys');

let isOff = storage.get() === 'off';

export function areSingleKeysOn(): boolean {
  return !isOff;
}

export function setSingleKeys(isOn: boolean): void {
  isOff = !isOn;
  storage.set(isOn ? undefined : 'off');
}
