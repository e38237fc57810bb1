// Arrow keys move the focus on the pages of the library, unless something else has used the key. Loaded with the first one.
import { isLibraryPath } from '#lib/paths.ts';
import { type Direction, isSideways, moveFocus } from './move-focus.ts';

const directions: Record<string, Direction> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/** These use the arrow keys themselves, even if they do not say so. */
const ownKeys =
  '.yarl__root, [role="menu"], [role="listbox"], [role="combobox"], [role="slider"], [role="tablist"], ' +
  '[contenteditable], [data-skip-arrows], video, audio, ' +
  'input:is([type="range"], [type="number"], [type="date"], [type="time"], [type="datetime-local"])';

export function handleArrow(event: KeyboardEvent): void {
  const direction = directions[event.key];
  if (!direction || event.isComposing || !isLibraryPath(window.location.pathname)) return;
  if (!mayLeave(event.target, direction) || !moveFocus(direction)) return;
  event.preventDefault();
  noteMoved('keys');
}

const { documentElement: page } = document;

/**
 * Notes that the focus was moved by arrow keys or a gamepad, until Tab or a pointer moves it. Fields can then be left
 * with arrow keys too, since the member has no other way out.
 */
export function noteMoved(by: 'keys' | 'gamepad'): void {
  page.dataset.moved = by;
  window.addEventListener('keydown', openSelect);
  window.addEventListener('keydown', forgetMoved, true);
  window.addEventListener('pointerdown', forgetMoved, true);
}

function forgetMoved(event: Event): void {
  if (event instanceof KeyboardEvent && event.key !== 'Tab') return;
  delete page.dataset.moved;
  window.removeEventListener('keydown', openSelect);
}

/** While keys move the focus, Enter opens a select: a remote control has no other key for it, and not all browsers do. */
function openSelect(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !event.isTrusted || !(event.target instanceof HTMLSelectElement)) return;
  event.preventDefault();
  event.target.showPicker();
}

/**
 * A field keeps the arrow keys that it needs, such as the sides of a text or of radio buttons. A select needs none once the focus was moved
 * by keys: it would change in passing.
 */
function mayLeave(target: EventTarget | null, direction: Direction): boolean {
  if (!(target instanceof Element)) return true;
  if (target.closest(ownKeys)) return false;
  const isMoved = page.dataset.moved !== undefined;
  if (target instanceof HTMLSelectElement) return isMoved;
  if (target instanceof HTMLTextAreaElement) return isMoved && isAtEnd(target, direction);
  if (target.matches('input:not([type="checkbox"], [type="button"], [type="submit"])')) {
    return isMoved && !isSideways(direction);
  }
  return true;
}

function isAtEnd(
  { selectionStart, selectionEnd, value }: HTMLTextAreaElement,
  direction: Direction,
): boolean {
  if (isSideways(direction)) return false;
  return direction === 'up' ? selectionEnd === 0 : selectionStart === value.length;
}
