// The keys of a part of the page, as rows that the key help shows. One guard decides when a key is theirs.
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { areSingleKeysOn, createMatcher, isSingleKey, isTyping, nameOf } from '#lib/keystroke.ts';
import { topDialog } from './dialogs/top-layer.ts';

/** A row of the key help. Rows are in files of their own, so that the help does not load the parts of the page that use them. */
export interface KeyRow<Text extends string = string> {
  /** What the keys do: a text of `shortcuts:does`. */
  text: Text;
  /** Names of lib/keystroke.ts, or pairs of them such as `g h`. */
  keys: readonly string[];
  /** What the help shows in place of the keys. */
  shown?: readonly string[];
  /** Whether the keys act again and again while they are held. */
  repeats?: boolean;
}

/** Returns false if the key has no meaning at the moment and is left to the browser. */
export type KeyAction = (event: KeyboardEvent, name: string) => unknown;

/**
 * Runs the actions of rows. Keys without Ctrl or Cmd have no effect where the user types, and those that type a character can be turned
 * off. An open dialog that does not contain `within` stops all of them. Rows without an action are left to others.
 */
export function useKeys<Text extends string>(
  rows: readonly KeyRow<Text>[],
  actions: Partial<Record<Text, KeyAction>>,
  within?: RefObject<Element | null>,
): void {
  const matcher = useRef(createMatcher());
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const name = event.defaultPrevented ? undefined : nameOf(event);
    if (!name) return;
    const isCombination = name.startsWith('mod+');
    if (!isCombination && isTyping(event.target)) return;
    if (isSingleKey(name) && !areSingleKeysOn()) return;
    const bindings = Object.fromEntries(
      rows.flatMap((row) => (actions[row.text] ? row.keys.map((key) => [key, row]) : [])),
    );
    const dialog = topDialog();
    const isCovered = dialog !== undefined && !dialog.contains(within?.current ?? null);
    if (isCovered || (event.repeat && !bindings[name]?.repeats)) {
      // Otherwise, the browser would save the page as a file.
      if (isCombination && bindings[name]) event.preventDefault();
      return;
    }
    const row = matcher.current(name, bindings);
    if (row && actions[row.text]?.(event, name) !== false) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
