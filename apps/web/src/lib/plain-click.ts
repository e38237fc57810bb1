// Tells whether the page should handle a click on a link. With a modifier key, the browser opens a tab or a window.
interface Modifiers {
  metaKey: boolean;
  ctrlKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

export function isPlainClick({ metaKey, ctrlKey, shiftKey, altKey }: Modifiers): boolean {
  return !(metaKey || ctrlKey || shiftKey || altKey);
}
