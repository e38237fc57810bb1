// What each button of a gamepad does. Everything goes through the page's own controls and keys.
import { paths } from '#lib/paths.ts';
import { topDialog } from '#ui/dialogs/top-layer.ts';
import { noteMoved } from './arrow-keys.ts';
import { focusedElement, moveFocus, scrollBy } from './move-focus.ts';
import type { Direction } from './nearest.ts';
import type { Press } from './pad-reader.ts';

export interface PadDeps {
  openPanel(panel: 'help' | 'palette'): void;
  /** Returns to the page before, or does nothing if there is none. */
  goBack(): void;
}

/** The share of the window that the shoulder buttons scroll. */
const pageShare = 0.8;

const arrowKeys = { up: 'ArrowUp', down: 'ArrowDown', left: 'ArrowLeft', right: 'ArrowRight' } as const;

export function perform(press: Press, { openPanel, goBack }: PadDeps): void {
  const dialog = topDialog();
  if (press in arrowKeys) move(press as Direction);
  else if (press === 'confirm') confirm();
  else if (press === 'back') {
    if (!pressKey('Escape') && !dialog) goBack();
  } else if (press === 'download' || press === 'favorite') buttonFor(press)?.click();
  else if (press === 'previous' || press === 'next') turnPage(press);
  else if (!dialog) openPanel(press === 'help' ? 'help' : 'palette');
  // The same button closes what it has opened.
  else if (press === 'menu' && dialog.querySelector('[role="combobox"]')) pressKey('Escape');
}

/**
 * Returns the button of the focused game, or of the game that is open. Buttons are found by `data-pad`, which says what
 * they are for.
 */
export function buttonFor(press: 'download' | 'favorite'): HTMLElement | null {
  const selector = `[data-pad="${press}"]`;
  const ofCard = focusedElement()?.closest('li')?.querySelector<HTMLElement>(selector);
  const isOpen = window.location.pathname.startsWith('/game/');
  const game = topDialog() ?? (isOpen ? document.querySelector('main') : null);
  return ofCard ?? game?.querySelector<HTMLElement>(selector) ?? null;
}

/** Returns the button that leads to the game beside the open one. */
export function stepTo(way: 'previous' | 'next'): HTMLElement | null {
  return topDialog()?.querySelector<HTMLElement>(`[data-way="${way}"]`) ?? null;
}

function move(direction: Direction): void {
  // First, because the overlay asks for it (overlay-bar.tsx).
  noteMoved('gamepad');
  if (!pressKey(arrowKeys[direction])) moveFocus(direction);
}

/** Returns whether something has used the key. */
function pressKey(key: string): boolean {
  const target = focusedElement() ?? topDialog() ?? document.body;
  return !target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
}

function confirm(): void {
  const focused = focusedElement();
  if (!focused) moveFocus('down');
  else if (focused.matches('[role="combobox"]')) pressKey('Enter');
  else if (focused instanceof HTMLSelectElement) chooseNext(focused);
  else focused.click();
}

/** A page can't open the list of a select for a gamepad, so each press chooses the next option. */
function chooseNext(select: HTMLSelectElement): void {
  select.selectedIndex = (select.selectedIndex + 1) % select.length;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

function turnPage(way: 'previous' | 'next'): void {
  const step = stepTo(way);
  if (step) {
    // The focused element may belong to the game that disappears.
    step.focus({ preventScroll: true });
    step.click();
  } else if (!pressKey(way === 'next' ? 'PageDown' : 'PageUp')) {
    scrollBy(way === 'next' ? 'down' : 'up', pageShare);
  }
}

/** Returns whether this is where everything begins, so that there is no way back. */
export function isAtHome(): boolean {
  return window.location.pathname === paths.home;
}
