// The keys of the review of matches.
import { useEffect, useEffectEvent } from 'react';
import { isTyping, nameOf } from '#lib/keystroke.ts';
import { areSingleKeysOn } from '#lib/single-keys.ts';
import { topDialog } from '#ui/dialogs/top-layer.ts';

export interface QueueActions {
  /** Selects the candidate with this number, counted from 1. */
  onSelect(number: number): void;
  /** Accepts the selected candidate. */
  onAccept(): void;
  onNext(): void;
  onPrevious(): void;
  onNone(): void;
  onSearch(): void;
  onUndo(): void;
}

const letters: Partial<Record<string, keyof Omit<QueueActions, 'onSelect' | 'onAccept'>>> = {
  n: 'onNext',
  j: 'onNext',
  k: 'onPrevious',
  x: 'onNone',
  s: 'onSearch',
  u: 'onUndo',
};

/** Keys have no effect in text fields, in dialogs, and on buttons and links that they would press. */
export function useQueueKeys(actions: QueueActions): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || topDialog() || isTyping(event.target)) return;
    const action = actionOf(event, actions);
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

function actionOf(event: KeyboardEvent, actions: QueueActions): (() => void) | undefined {
  const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (key === 'Enter') {
    const isPlain = !ctrlKey && !metaKey && !altKey && !shiftKey && !event.isComposing;
    const isPressed = target instanceof Element && target.closest('a, button, summary, [role=button]');
    return isPlain && !isPressed ? actions.onAccept : undefined;
  }
  if (!areSingleKeysOn()) return undefined;
  const name = nameOf(event, false) ?? '';
  if (/^[1-9]$/.test(name)) return () => actions.onSelect(Number(name));
  const letter = letters[name];
  return letter && actions[letter];
}
