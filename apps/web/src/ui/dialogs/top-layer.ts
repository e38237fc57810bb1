// The open modal dialogs, with the topmost last. The browser disables everything outside the topmost dialog, so toasts
// are rendered inside it. The page behind does not scroll.
import { Listeners } from '#lib/listeners.ts';

const open: HTMLDialogElement[] = [];
const changes = new Listeners();

/** Adds an open dialog. Returns a function that removes it. */
export function enterTopLayer(dialog: HTMLDialogElement): () => void {
  open.push(dialog);
  announce();
  return () => {
    open.splice(open.indexOf(dialog), 1);
    announce();
  };
}

export function topDialog(): HTMLDialogElement | undefined {
  return open.at(-1);
}

export const onTopLayerChange = changes.add;

function announce(): void {
  const { documentElement: root } = document;
  // Used by base.css: while a dialog is open, the page has no scroll bar but keeps the space for it.
  if (open.length === 0) root.style.removeProperty('--scroll-bar');
  else if (!root.hasAttribute('data-modal')) {
    root.style.setProperty('--scroll-bar', `${window.innerWidth - root.clientWidth}px`);
  }
  root.toggleAttribute('data-modal', open.length > 0);
  changes.call();
}
