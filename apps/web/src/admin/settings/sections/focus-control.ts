// Leads the keyboard to a setting that the search has found.
const controls = 'input, select, textarea, button, a[href]';
const headings = 'legend, h2, h3, h4';
/** Sections load their settings when they are first opened. */
const patienceMs = 10_000;

/**
 * Focuses the control with this name as soon as the panel shows it. Returns a function that stops waiting for it;
 * anything that the reader does in the meantime stops it, too.
 */
export function focusControl(panel: HTMLElement, name: string): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const stop = () => ending.abort();
  const tryToFocus = () => {
    const found = controlNamed(panel, name);
    if (!found) return;
    stop();
    found.scrollIntoView({ block: 'center' });
    found.focus({ preventScroll: true, focusVisible: true });
  };
  const observer = new MutationObserver(tryToFocus);
  observer.observe(panel, { childList: true, subtree: true });
  const timer = setTimeout(stop, patienceMs);
  signal.addEventListener('abort', () => {
    observer.disconnect();
    clearTimeout(timer);
  });
  for (const event of ['pointerdown', 'keydown']) {
    document.addEventListener(event, stop, { signal, capture: true });
  }
  tryToFocus();
  return stop;
}

function controlNamed(panel: HTMLElement, name: string): HTMLElement | undefined {
  const all = [...panel.querySelectorAll<HTMLElement>(controls)];
  return all.find((control) => hasName(control, name)) ?? firstControlBelow(panel, name);
}

/** Returns the first control of a group, such as radio buttons, or of a list with a heading. */
function firstControlBelow(panel: HTMLElement, name: string): HTMLElement | undefined {
  const heading = [...panel.querySelectorAll(headings)].find(({ textContent }) => textContent === name);
  const group = heading?.closest('fieldset, section');
  const below = [...(group?.querySelectorAll<HTMLElement>(controls) ?? [])];
  return below.find((control) => {
    const isAfter = heading && heading.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING;
    return isAfter && !control.matches(':disabled');
  });
}

/** The label of a switch contains the hint too, so its parts are compared. */
function hasName(control: HTMLElement, name: string): boolean {
  const labels = 'labels' in control ? [...((control.labels as NodeListOf<HTMLElement> | null) ?? [])] : [];
  const parts = [control, ...labels].flatMap((part) => [part, ...part.querySelectorAll('*')]);
  // The mark of a required field is part of its label.
  const texts = parts.map(({ textContent }) => textContent.replace(/\s*\*$/, '').trim());
  return control.ariaLabel === name || texts.includes(name);
}
