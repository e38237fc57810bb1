// Keeps the keyboard focus in place when controls are removed, moved or disabled: the control that takes the place of
// the focused one receives the focus, instead of the page. Used as the `ref` of pages, dialogs and lists.
import { onTopLayerChange } from './dialogs/top-layer.ts';

const focusable = 'button, a[href], input, select, textarea, summary, [tabindex]';

interface Place {
  control: HTMLElement;
  /** The elements that contain the control, innermost first, each with the control's index in it. */
  around: { box: HTMLElement; index: number }[];
  path: string;
}

/**
 * Returns a function that stops it. Does nothing if something else (a dialog, an editor) has already moved the focus.
 */
export function keepFocus(root: HTMLElement | null): (() => void) | undefined {
  if (!root) return undefined;
  let place: Place | undefined;
  const ending = new AbortController();
  const { signal } = ending;
  // Also called on click, because lists may have changed since the control received the focus.
  const remember = () => {
    const control = document.activeElement;
    if (control instanceof HTMLElement && control !== root && root.contains(control)) {
      place = placeOf(control, root);
    }
  };
  // A click elsewhere removes the focus intentionally, but a click in a dialog above only answers the dialog.
  const forget = ({ target }: Event) => {
    const dialog = (target as Element).closest('dialog');
    if (dialog && !dialog.contains(root)) return;
    if (!place?.control.contains(target as Node)) place = undefined;
  };
  const restore = () => {
    if (!place || !isFocusLost() || place.path !== location.pathname) return;
    successorOf(place)?.focus({ preventScroll: true });
  };
  root.addEventListener('focusin', remember, { signal });
  root.addEventListener('click', remember, { signal, capture: true });
  document.addEventListener('pointerdown', forget, { signal, capture: true });
  const observer = new MutationObserver(restore);
  observer.observe(root, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });
  // A dialog can't return the focus to a control that was disabled or removed when it opened or closed. Waits for the other
  // changes that React makes at the same time.
  const unsubscribe = onTopLayerChange(() => queueMicrotask(restore));
  return () => {
    unsubscribe();
    observer.disconnect();
    ending.abort();
  };
}

/** A dialog that is being closed keeps the focus until it disappears. */
function isFocusLost(): boolean {
  const { activeElement } = document;
  return !activeElement || activeElement.matches('body, dialog:not([open]) *');
}

function placeOf(control: HTMLElement, root: HTMLElement): Place {
  const around: Place['around'] = [];
  for (let box = control.parentElement; box && box !== root.parentElement; box = box.parentElement) {
    around.push({ box, index: [...box.querySelectorAll(focusable)].indexOf(control) });
  }
  return { control, around, path: location.pathname };
}

function successorOf({ control, around }: Place): HTMLElement | undefined {
  if (control.isConnected && !control.matches(':disabled')) return control;
  // A busy button will be enabled again.
  if (control.isConnected && control.hasAttribute('data-loading')) return undefined;
  for (const { box, index } of around) {
    if (!box.isConnected) continue;
    const controls = [...box.querySelectorAll<HTMLElement>(focusable)];
    const usable = (candidate: HTMLElement) =>
      candidate.tabIndex >= 0 && !candidate.matches(':disabled') && candidate.checkVisibility();
    const found = controls.slice(index).find(usable) ?? controls.slice(0, index).findLast(usable);
    if (found) return found;
    // Does not move the focus to another section.
    if (box.matches('section')) return madeFocusable(box);
  }
  return undefined;
}

function madeFocusable(section: HTMLElement): HTMLElement {
  section.tabIndex = -1;
  return section;
}
