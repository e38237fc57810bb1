// A gamepad that a test plugs in. The page sees it through the browser's own interface.
import type { Page } from 'playwright-core';
import { drawn } from './steps.ts';

/** The numbers of the standard layout: https://w3c.github.io/gamepad/#remapping */
const buttons = { a: 0, b: 1, x: 2, y: 3, lb: 4, rb: 5, start: 9, up: 12, down: 13, left: 14, right: 15 };

export type PadButton = keyof typeof buttons;

interface TestPad {
  buttons: { pressed: boolean }[];
  axes: number[];
}

type PadWindow = Window & { testPad: TestPad };

/** Call it before the page is opened. */
export async function offerGamepad(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const released = () => ({ pressed: false, touched: false, value: 0 });
    const pad = {
      id: 'Xbox Wireless Controller',
      index: 0,
      connected: true,
      mapping: 'standard',
      axes: [0, 0, 0, 0],
      buttons: Array.from({ length: 17 }, released),
    };
    Object.assign(window, { testPad: pad });
    navigator.getGamepads = () => [pad as unknown as Gamepad];
  });
}

/** Connects the gamepad, and uses it a little until the page answers. */
export async function connectGamepad(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('gamepadconnected')));
  await page.waitForFunction(() => {
    const { axes } = (window as unknown as PadWindow).testPad;
    axes[3] = axes[3] === 0 ? 0.21 : 0;
    return document.documentElement.dataset.tenFeet === 'gamepad';
  });
  await page.evaluate(() => {
    (window as unknown as PadWindow).testPad.axes[3] = 0;
  });
}

/** Presses and releases a button, each for long enough to be noticed. */
export async function press(page: Page, button: PadButton): Promise<void> {
  for (const pressed of [true, false]) {
    await page.evaluate(
      ([index, isPressed]) => {
        const state = (window as unknown as PadWindow).testPad.buttons[index];
        if (state) state.pressed = isPressed;
      },
      [buttons[button], pressed] as const,
    );
    await drawn(page);
  }
}
