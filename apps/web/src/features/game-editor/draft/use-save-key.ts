// Ctrl-S or Cmd-S saves, wherever the focus is; under a dialog it does nothing. Used by the editor's page.
import { useEffect, useEffectEvent } from 'react';
import { topDialog } from '#ui/dialogs/top-layer.ts';

export function useSaveKey(save: () => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const isSave =
      event.key.toLowerCase() === 's' && event.ctrlKey !== event.metaKey && !event.altKey && !event.shiftKey;
    if (!isSave) return;
    // In any case not what the browser makes of it: the page as a file.
    event.preventDefault();
    if (!event.repeat && !topDialog()) save();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
