// The scales of plots: where a value lies on an axis, and which values get a tick.

const wantedSteps = 4;

export interface Scale {
  /** Returns the position of a value between 0 and 1. */
  place(value: number): number;
  ticks: { value: number; text: string }[];
}

/** From 0, or from a smaller value, to the largest value. With `toTick`, to the next tick. */
export function linearScale(values: number[], { toTick }: { toTick: boolean }): Scale {
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const step = roundStep((most - least || 1) / wantedSteps);
  const first = Math.floor(least / step);
  // A value that should be a multiple of the step may be slightly larger.
  const end = toTick ? Math.max(first + 1, Math.ceil(most / step - 1e-9)) : most / step || 1;
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return {
    place: (value) => (value / step - first) / (end - first),
    ticks: Array.from({ length: Math.floor(end - first + 1e-9) + 1 }, (_, at) => {
      const value = (first + at) * step;
      return { value, text: withThousands(value, digits) };
    }),
  };
}

/** In the tens between which the values lie. All values must be above 0. */
export function logScale(values: number[]): Scale {
  const first = Math.floor(Math.log10(Math.min(...values)) + 1e-9);
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values)) - 1e-9));
  return {
    place: (value) => (Math.log10(value) - first) / (last - first),
    ticks: Array.from({ length: last - first + 1 }, (_, at) => {
      const value = 10 ** (first + at);
      return { value, text: withThousands(value, Math.max(0, -(first + at))) };
    }),
  };
}

/** Rounds up to 1, 2 or 5 times a power of ten. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= step * (1 - 1e-9)) ?? 10;
  return factor * power;
}

function withThousands(value: number, digits: number): string {
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
