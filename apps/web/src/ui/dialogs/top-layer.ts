// Which modal dialogs are open, the topmost last. The browser shuts off everything outside that one: what must be seen
// and heard all the same (toasts) goes into it, and the page behind does not scroll. Entered by modal-dialog.tsx.

const open: HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

/** Returns what takes it away again. */
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

export function onTopLayerChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function announce(): void {
  const { documentElement: root } = document;
  // For base.css: while a dialog is open the page has no scroll bar, and keeps its place free.
  if (open.length === 0) root.style.removeProperty('--scroll-bar');
  else if (!root.hasAttribute('data-modal')) {
    root.style.setProperty('--scroll-bar', `${window.innerWidth - root.clientWidth}px`);
  }
  root.toggleAttribute('data-modal', open.length > 0);
  for (const listener of [...listeners]) listener();
}
