// Reads gamepads while one is connected and the page is visible. Loaded when the first one connects.
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { positionNow } from '#app/guarded-history.ts';
import type { Panel } from '#app/shortcuts/shortcuts.ts';
import { paths } from '#lib/paths.ts';
import { onTopLayerChange, topDialog } from '#ui/dialogs/top-layer.ts';
import { type ButtonNames, buttonNames } from '../shortcuts/keys.tsx';
import { noteMoved } from './arrow-keys.ts';
import styles from './gamepad.module.css';
import { type Direction, focusedElement, moveFocus, scrollBy, topPanel } from './move-focus.ts';
import { createPadReader, type Press, scrollOf } from './pad-reader.ts';
import { useTenFeet } from './use-ten-feet.ts';

/** In CSS pixels per millisecond, with the right stick pushed all the way. */
const scrollSpeed = 1.6;

/** Something else is in use, if one of these comes. */
const otherInputs = ['keydown', 'pointerdown', 'wheel'] as const;

export function Gamepad({ onOpen }: { onOpen(panel: Panel): void }) {
  const [padId, setPadId] = useState<string>();
  const [hints, setHints] = useState('');
  useTenFeet(padId !== undefined);
  const goBack = useGoBack();
  const handleFrame = useEffectEvent((read: ReturnType<typeof createPadReader>, now: number, ms: number) => {
    // Whoever plays in another window does not mean this page.
    const pads = document.hasFocus() ? connectedPads() : [];
    const scroll = scrollOf(pads);
    const presses = read(pads, now);
    if (scroll) (topPanel() ?? window).scrollBy({ top: scroll * scrollSpeed * ms, behavior: 'instant' });
    if (pads.length === 0) setPadId(undefined);
    else if (presses.length > 0 || scroll) setPadId(pads[0]?.id);
    for (const press of presses) perform(press, { openPanel: onOpen, goBack });
    if (padId !== undefined) setHints(availableHints());
  });
  useEffect(() => {
    const read = createPadReader();
    return followFrames((now, ms) => handleFrame(read, now, ms));
  }, []);
  useEffect(() => {
    const handleOther = (event: Event) => event.isTrusted && setPadId(undefined);
    const options = { capture: true, passive: true };
    for (const name of otherInputs) window.addEventListener(name, handleOther, options);
    return () => {
      for (const name of otherInputs) window.removeEventListener(name, handleOther, options);
    };
  }, []);
  return padId === undefined ? null : <HintBar names={buttonNames(padId)} available={hints} />;
}

/** Only the standard layout says which button is where. */
function connectedPads() {
  return navigator.getGamepads().flatMap((pad) => (pad?.mapping === 'standard' ? [pad] : []));
}

/** Calls back with each frame while a gamepad is connected; the browser sends no frames to a hidden page. */
function followFrames(onFrame: (now: number, ms: number) => void): () => void {
  let frame = 0;
  let last = 0;
  const next = (now: number) => {
    onFrame(now, last ? Math.min(now - last, 50) : 0);
    last = now;
    frame = connectedPads().length > 0 ? requestAnimationFrame(next) : 0;
  };
  const start = () => {
    last = 0;
    frame ||= requestAnimationFrame(next);
  };
  start();
  window.addEventListener('gamepadconnected', start);
  return () => {
    cancelAnimationFrame(frame);
    window.removeEventListener('gamepadconnected', start);
  };
}

/** Names the buttons that do something now, as one text, so that an unchanged result renders nothing. */
function availableHints(): string {
  const found = [
    buttonFor('download') && 'download',
    buttonFor('favorite') && 'favorite',
    stepTo('next') ? 'step' : 'page',
    !topDialog() && 'menu',
    (topPanel() || !isAtHome()) && 'back',
  ];
  return found.filter(Boolean).join(' ');
}

/** Where there is no page of this site to return to, the way back leads home. */
function useGoBack(): () => void {
  const navigate = useNavigate();
  return () => {
    if (isAtHome()) return;
    if (positionNow()) void navigate(-1);
    else void navigate(paths.home);
  };
}

interface HintBarProps {
  names: ButtonNames;
  /** The names of the hints that apply now, separated by spaces. */
  available: string;
}

/** Says what the buttons of the gamepad do here. At the bottom of the window, above an open dialog. */
function HintBar({ names, available }: HintBarProps) {
  const { t } = useTranslation('gamepad');
  const dialog = useSyncExternalStore(onTopLayerChange, topDialog);
  const shoulders = [names.previous, names.next];
  const hints = [
    { does: 'confirm', buttons: [names.confirm] },
    { does: 'back', buttons: [names.back] },
    { does: 'download', buttons: [names.download] },
    { does: 'favorite', buttons: [names.favorite] },
    { does: 'step', buttons: shoulders },
    { does: 'page', buttons: shoulders },
    { does: 'menu', buttons: [names.menu] },
  ] as const;
  const isAvailable = new Set(['confirm', ...available.split(' ')]);
  return createPortal(
    <section className={styles.bar} aria-label={t('hints')}>
      <dl className={styles.hints}>
        {hints
          .filter(({ does }) => isAvailable.has(does))
          .map(({ does, buttons }) => (
            <div key={does} className={styles.hint}>
              <dt className={styles.buttons}>
                {buttons.map((button) => (
                  <kbd key={button} className={styles.button}>
                    {button}
                  </kbd>
                ))}
              </dt>
              <dd>{t(`does.${does}`)}</dd>
            </div>
          ))}
      </dl>
    </section>,
    dialog ?? document.body,
  );
}

// What each button of a gamepad does. Everything goes through the page's own controls and keys.

interface PadDeps {
  openPanel(panel: 'help' | 'palette'): void;
  /** Returns to the page before, or does nothing if there is none. */
  goBack(): void;
}

/** The share of the window that the shoulder buttons scroll. */
const pageShare = 0.8;

const arrowKeys = { up: 'ArrowUp', down: 'ArrowDown', left: 'ArrowLeft', right: 'ArrowRight' } as const;

function perform(press: Press, { openPanel, goBack }: PadDeps): void {
  const dialog = topDialog();
  if (press in arrowKeys) move(press as Direction);
  else if (press === 'confirm') confirm();
  else if (press === 'back') {
    const menu = dialog ? undefined : topPanel();
    if (menu) menu.hidePopover();
    else if (!pressKey('Escape') && !dialog) goBack();
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
function buttonFor(press: 'download' | 'favorite'): HTMLElement | null {
  const selector = `[data-pad="${press}"]`;
  const ofCard = focusedElement()?.closest('li')?.querySelector<HTMLElement>(selector);
  const isOpen = window.location.pathname.startsWith('/game/');
  const game = topDialog() ?? (isOpen ? document.querySelector('main') : null);
  return ofCard ?? game?.querySelector<HTMLElement>(selector) ?? null;
}

/** Returns the button that leads to the game beside the open one. */
function stepTo(way: 'previous' | 'next'): HTMLElement | null {
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
function isAtHome(): boolean {
  return window.location.pathname === paths.home;
}
