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
  // For base.css.
  document.documentElement.toggleAttribute('data-modal', open.length > 0);
  for (const listener of [...listeners]) listener();
}
