// Whether a click on a link is ours to answer: with a modifier key it is the browser's, which opens a tab or a window.
interface Modifiers {
  metaKey: boolean;
  ctrlKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

export function isPlainClick({ metaKey, ctrlKey, shiftKey, altKey }: Modifiers): boolean {
  return !(metaKey || ctrlKey || shiftKey || altKey);
}
