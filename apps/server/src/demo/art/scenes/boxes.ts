// Boxes seen from above at an angle. Used by the scenes that build with them.
import type { Canvas } from '../canvas.ts';
import { darken, lighten } from '../color.ts';
import { type Point, polygon, tint } from '../svg.ts';

export const slope = 0.5;

interface Box {
  /** The middle of its ground. */
  at: Point;
  /** Half of its width on the picture. */
  half: number;
  tall: number;
  color: string;
}

/** Light comes from the left. */
export function drawBox(canvas: Canvas, { at: [x, y], half, tall, color }: Box): void {
  const low = half * slope;
  const top: Point[] = [
    [x, y - low - tall],
    [x + half, y - tall],
    [x, y + low - tall],
    [x - half, y - tall],
  ];
  canvas.add(
    polygon(
      [
        [x - half, y - tall],
        [x, y + low - tall],
        [x, y + low],
        [x - half, y],
      ],
      darken(color, 0.22),
    ),
    polygon(
      [
        [x + half, y - tall],
        [x, y + low - tall],
        [x, y + low],
        [x + half, y],
      ],
      darken(color, 0.5),
    ),
    polygon(top, lighten(color, 0.12)),
  );
}

export function drawWindows(canvas: Canvas, { at: [x, y], half, tall }: Box, lit: string): void {
  const { random } = canvas;
  const rows = Math.floor(tall / (half * 0.42));
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < 3; column += 1) {
      for (const side of [-1, 1]) {
        if (!random.chance(0.62)) continue;
        const [near, far] = [(column + 0.25) / 3, (column + 0.75) / 3];
        const up = y - tall + (row + 0.35) * half * 0.42 + half * slope;
        const corner = (share: number, down: number): Point => [
          x + side * half * share,
          up - half * slope * share + down,
        ];
        const paneTall = half * 0.2;
        const paint = tint(lit, random.between(0.35, 1));
        canvas.add(
          polygon([corner(near, 0), corner(far, 0), corner(far, paneTall), corner(near, paneTall)], paint),
        );
      }
    }
  }
}
