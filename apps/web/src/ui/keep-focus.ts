// Keeps a keyboard's place in a page whose controls come and go: when the one with the focus is taken away, moved or shut
// off, the one that took its place gets the focus instead of the page as a whole. Used as the `ref` of pages, dialogs and
// lists whose entries go.

const focusable = 'button, a[href], input, select, textarea, summary, [tabindex]';

interface Place {
  control: HTMLElement;
  /** Around the control, from the inside out, with the number the control had in each. */
  around: { box: HTMLElement; index: number }[];
  path: string;
}

/** Within `root`; gives what ends it. Whoever puts the focus somewhere in time (a dialog, an editor) is not overruled. */
export function keepFocus(root: HTMLElement | null): (() => void) | undefined {
  if (!root) return undefined;
  let place: Place | undefined;
  const ending = new AbortController();
  const { signal } = ending;
  // Also at a press: the lists may have changed since the focus came.
  const remember = () => {
    const control = document.activeElement;
    if (control instanceof HTMLElement && control !== root && root.contains(control)) {
      place = placeOf(control, root);
    }
  };
  // A press beside it takes the focus away on purpose.
  const forget = ({ target }: Event) => {
    if (!place?.control.contains(target as Node)) place = undefined;
  };
  root.addEventListener('focusin', remember, { signal });
  root.addEventListener('click', remember, { signal, capture: true });
  document.addEventListener('pointerdown', forget, { signal, capture: true });
  const observer = new MutationObserver(() => {
    if (!place || document.activeElement !== document.body || place.path !== location.pathname) return;
    successorOf(place)?.focus({ preventScroll: true });
  });
  observer.observe(root, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });
  return () => {
    observer.disconnect();
    ending.abort();
  };
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
  // A button that is busy comes back.
  if (control.isConnected && control.hasAttribute('data-loading')) return undefined;
  for (const { box, index } of around) {
    if (!box.isConnected) continue;
    const controls = [...box.querySelectorAll<HTMLElement>(focusable)];
    const usable = (candidate: HTMLElement) => candidate.tabIndex >= 0 && !candidate.matches(':disabled');
    const found = controls.slice(index).find(usable) ?? controls.slice(0, index).findLast(usable);
    if (found) return found;
    // The next section has nothing to do with it.
    if (box.matches('section')) return reachable(box);
  }
  return undefined;
}

function reachable(section: HTMLElement): HTMLElement {
  section.tabIndex = -1;
  return section;
}
