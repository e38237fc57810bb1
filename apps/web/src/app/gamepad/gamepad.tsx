// Reads gamepads while one is connected and the page is visible. Loaded when the first one connects.
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { positionNow } from '#app/guarded-history.ts';
import type { Panel } from '#app/shortcuts/shortcuts.ts';
import { paths } from '#lib/paths.ts';
import { topDialog } from '#ui/dialogs/top-layer.ts';
import { buttonNames } from './button-names.ts';
import { HintBar } from './hint-bar.tsx';
import { buttonFor, isAtHome, perform, stepTo } from './pad-actions.ts';
import { createPadReader, scrollOf } from './pad-reader.ts';
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
    if (scroll) (topDialog() ?? window).scrollBy({ top: scroll * scrollSpeed * ms, behavior: 'instant' });
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
    (topDialog() || !isAtHome()) && 'back',
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
