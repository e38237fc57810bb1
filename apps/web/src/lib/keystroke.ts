// The name of a key press, and the shortcut it triggers together with the key before it (`g` then `h`).
/** The parts of a KeyboardEvent that matter here. */
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

/** How long to wait for the second key of a pair. */
export const pairMs = 1500;

/** `?`, `/`, `g`, `mod+k` (Cmd on a Mac, Ctrl elsewhere); undefined for keys that cannot be shortcuts. */
export function nameOf(press: KeyPress, isMac: boolean): string | undefined {
  if (press.isComposing) return undefined;
  const letter = letterOf(press);
  if (isModified(press)) return isModAlone(press, isMac) && letter ? `mod+${letter}` : undefined;
  // Signs may need Shift or AltGr, depending on the layout. A letter with Shift is a different key.
  if (letter) return press.shiftKey ? undefined : letter;
  return press.key.length === 1 ? press.key : undefined;
}

/** On Windows AltGr, which types signs, is reported as Ctrl and Alt. */
function isModified(press: KeyPress): boolean {
  return (press.ctrlKey || press.metaKey || press.altKey) && !press.getModifierState('AltGraph');
}

function isModAlone({ ctrlKey, metaKey, altKey, shiftKey }: KeyPress, isMac: boolean): boolean {
  return (isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey;
}

/** The key's own character, or the Latin letter in its place on layouts without Latin letters (Greek, Cyrillic). */
function letterOf({ key, code }: KeyPress): string | undefined {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  const isForeign = /^\p{L}$/u.test(key) && !/\p{Script=Latin}/u.test(key);
  return isForeign ? /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() : undefined;
}

/** Finds the binding of a key by its name. `g h` is a pair, whose first key is remembered. */
export function createMatcher(now: () => number = Date.now) {
  let first: { name: string; at: number } | undefined;
  return <Action>(name: string, bindings: Partial<Record<string, Action>>): Action | undefined => {
    const pair = first && now() - first.at < pairMs ? bindings[`${first.name} ${name}`] : undefined;
    const isFirst = Object.keys(bindings).some((binding) => binding.startsWith(`${name} `));
    first = isFirst && !pair ? { name, at: now() } : undefined;
    return pair ?? bindings[name];
  };
}
