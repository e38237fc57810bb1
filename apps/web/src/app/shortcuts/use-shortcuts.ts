// Handles the shortcuts of shortcuts.ts everywhere except in text fields and while a dialog is open.
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { areSingleKeysOn, createMatcher, isTyping, nameOf } from '#lib/keystroke.ts';
import { paths } from '#lib/paths.ts';
import { useSession } from '#people/auth/session-context.ts';
import { topDialog } from '#ui/dialogs/top-layer.ts';
import { preloadPanels } from '../panels.tsx';
import { isFor, isMac, type Panel, type Shortcut, shortcuts } from './shortcuts.ts';

const modKey = isMac ? 'Meta' : 'Control';

// Matches the search field that `/` focuses.
const searchField = '#content [aria-keyshortcuts="/"]';
const searchWaitMs = 5000;

export function useShortcuts(openPanel: (panel: Panel) => void): void {
  const session = useSession();
  const navigate = useNavigate();
  const matcher = useRef(createMatcher());

  const search = () => {
    if (focusSearch()) return;
    focusSearchOnceThere();
    void navigate(paths.games);
  };
  const run = ({ does }: Shortcut) => {
    if (does === 'search') search();
    else if ('open' in does) openPanel(does.open);
    else void navigate(does.goTo);
  };
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || topDialog()) return;
    if (event.key === modKey) preloadPanels();
    const name = nameOf(event, isMac);
    if (!name || (isSingle(name) && (isTyping(event.target) || !areSingleKeysOn()))) return;
    const bound = shortcuts.filter((shortcut) => isFor(shortcut.for, session));
    const found = matcher.current(
      name,
      Object.fromEntries(bound.map((shortcut) => [shortcut.keys, shortcut])),
    );
    if (!found) return;
    event.preventDefault();
    run(found);
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

function isSingle(name: string): boolean {
  return !name.startsWith('mod+');
}

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>(searchField);
  field?.focus();
  field?.select();
  return field !== null;
}

/** Focuses the search field when it appears, because its page may still be loading. */
function focusSearchOnceThere(): void {
  const observer = new MutationObserver(() => focusSearch() && observer.disconnect());
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), searchWaitMs);
}
