// What the shortcuts of shortcuts.ts do.
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { isMac } from '#lib/keystroke.ts';
import { paths } from '#lib/paths.ts';
import { useSession } from '#people/auth/session-context.ts';
import { useKeys } from '#ui/use-keys.ts';
import { preloadPanels } from '../panels.tsx';
import { isFor, type Panel, shortcuts } from './shortcuts.ts';

const modKey = isMac ? 'Meta' : 'Control';

// Matches the search field that `/` focuses.
const searchField = '#content [aria-keyshortcuts="/"]';
const searchWaitMs = 5000;

export function useShortcuts(openPanel: (panel: Panel) => void): void {
  const session = useSession();
  const navigate = useNavigate();
  const goTo = (path: string) => () => void navigate(path);
  const rows = shortcuts.filter((shortcut) => isFor(shortcut.for, session));
  useKeys(rows, {
    help: () => openPanel('help'),
    palette: () => openPanel('palette'),
    search() {
      if (focusSearch()) return;
      focusSearchOnceThere();
      void navigate(paths.games);
    },
    home: goTo(paths.home),
    games: goTo(paths.games),
    collections: goTo(paths.collections),
    account: goTo(paths.account),
    admin: goTo(paths.admin),
  });
  useEffect(() => {
    const preload = ({ key }: KeyboardEvent) => {
      if (key === modKey) preloadPanels();
    };
    document.addEventListener('keydown', preload);
    return () => document.removeEventListener('keydown', preload);
  }, []);
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
