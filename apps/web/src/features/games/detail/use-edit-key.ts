// The key `e` follows the link to a game's editor, except while the user types or another dialog is open.
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { nameOf } from '#lib/keystroke.ts';
import { areSingleKeysOn } from '#lib/single-keys.ts';
import { isTyping } from '#lib/typing.ts';
import { topDialog } from '#ui/dialogs/top-layer.ts';

export function useEditKey(link: RefObject<HTMLAnchorElement | null>): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || nameOf(event, false) !== 'e') return;
    if (isTyping(event.target) || !areSingleKeysOn()) return;
    const dialog = topDialog();
    if (!link.current || (dialog && !dialog.contains(link.current))) return;
    event.preventDefault();
    link.current.click();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
