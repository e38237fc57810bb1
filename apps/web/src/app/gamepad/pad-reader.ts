// Turns the state of gamepads, as it is sixty times a second, into presses of buttons.
/** The standard layout, by position: https://w3c.github.io/gamepad/#remapping */
const buttons = {
  0: 'confirm',
  1: 'back',
  2: 'download',
  3: 'favorite',
  4: 'previous',
  5: 'next',
  8: 'help',
  9: 'menu',
  12: 'up',
  13: 'down',
  14: 'left',
  15: 'right',
} as const;

export type Press = (typeof buttons)[keyof typeof buttons];

/** The part of a Gamepad that matters here. */
export interface PadState {
  buttons: readonly { pressed: boolean }[];
  /** The left stick, then the right one: from -1 (left, up) to 1. */
  axes: readonly number[];
}

/** In milliseconds: a held direction is repeated after `repeatAfter`, and then every `repeatEvery`. */
export const repeatAfter = 400;
export const repeatEvery = 110;

const stickThreshold = 0.5;
const scrollThreshold = 0.2;

const repeated: ReadonlySet<Press> = new Set(['up', 'down', 'left', 'right']);

/**
 * Returns a function that is called on every frame and returns the buttons that were pressed since the last one. What
 * is held at the beginning, or when there are gamepads again, does not count: it has woken the gamepad up, or was meant
 * for another window.
 */
export function createPadReader() {
  let due: Map<Press, number> | undefined;
  return (pads: readonly PadState[], now: number): Press[] => {
    if (pads.length === 0) {
      due = undefined;
      return [];
    }
    const held = new Set(pads.flatMap(heldOn));
    if (!due) {
      due = new Map([...held].map((press) => [press, Number.POSITIVE_INFINITY]));
      return [];
    }
    for (const press of due.keys()) if (!held.has(press)) due.delete(press);
    const pressed: Press[] = [];
    for (const press of held) {
      const at = due.get(press);
      if (at !== undefined && now < at) continue;
      pressed.push(press);
      const pause = at === undefined ? repeatAfter : repeatEvery;
      due.set(press, repeated.has(press) ? now + pause : Number.POSITIVE_INFINITY);
    }
    return pressed;
  };
}

/** Returns how far the right stick is pushed down, from -1 to 1. */
export function scrollOf(pads: readonly PadState[]): number {
  const pushed = pads.map(({ axes }) => axes[3] ?? 0).find((axis) => Math.abs(axis) > scrollThreshold);
  return pushed ?? 0;
}

function heldOn({ buttons: states, axes }: PadState): Press[] {
  const held = Object.entries(buttons).flatMap(([index, press]) =>
    states[Number(index)]?.pressed ? [press] : [],
  );
  const pushed = directionOf(axes);
  return pushed ? [...held, pushed] : held;
}

/** The direction in which the left stick is pushed farther. */
function directionOf([x = 0, y = 0]: readonly number[]): Press | undefined {
  if (Math.max(Math.abs(x), Math.abs(y)) < stickThreshold) return undefined;
  if (Math.abs(x) > Math.abs(y)) return x < 0 ? 'left' : 'right';
  return y < 0 ? 'up' : 'down';
}
