// Which shortcut a key press means: its name, and what came of the key before it (`g` then `h`). Pure; used by
// app/use-shortcuts.ts.

/** What of a KeyboardEvent counts. */
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

/** So long the second key of a pair is waited for. */
export const pairMs = 1500;

/** `?`, `/`, `g`, `mod+k` (Cmd on a Mac, Ctrl elsewhere); undefined for what is no shortcut. */
export function nameOf(press: KeyPress, isMac: boolean): string | undefined {
  if (press.isComposing) return undefined;
  const letter = letterOf(press);
  if (isModified(press)) return isModAlone(press, isMac) && letter ? `mod+${letter}` : undefined;
  // A sign may need Shift or AltGr, depending on the layout; a letter with Shift is another key.
  if (letter) return press.shiftKey ? undefined : letter;
  return press.key.length === 1 ? press.key : undefined;
}

/** AltGr is Ctrl and Alt together on Windows, where it writes signs. */
function isModified(press: KeyPress): boolean {
  return (press.ctrlKey || press.metaKey || press.altKey) && !press.getModifierState('AltGraph');
}

function isModAlone({ ctrlKey, metaKey, altKey, shiftKey }: KeyPress, isMac: boolean): boolean {
  return (isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey;
}

/** What is written on the key, or where it has no Latin letter (Greek, Cyrillic), what would stand in its place. */
function letterOf({ key, code }: KeyPress): string | undefined {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  const isForeign = /^\p{L}$/u.test(key) && !/\p{Script=Latin}/u.test(key);
  return isForeign ? /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() : undefined;
}

/** Finds what a key stands for among bindings by name, where `g h` is a pair. Remembers the first key of a pair. */
export function createMatcher(now: () => number = Date.now) {
  let first: { name: string; at: number } | undefined;
  return <Action>(name: string, bindings: Partial<Record<string, Action>>): Action | undefined => {
    const pair = first && now() - first.at < pairMs ? bindings[`${first.name} ${name}`] : undefined;
    const isFirst = Object.keys(bindings).some((binding) => binding.startsWith(`${name} `));
    first = isFirst && !pair ? { name, at: now() } : undefined;
    return pair ?? bindings[name];
  };
}
