// What stands on the ridges of landscape.ts, and falls on them.
import type { Canvas } from '../canvas.ts';
import { mix } from '../color.ts';
import { circle, group, type Point, polygon, rect, spotsOf, tint } from '../svg.ts';

interface Growth {
  color: string;
  depth: number;
  kind: 'pines' | 'spires' | 'rounds';
}

export function drawGrowth(canvas: Canvas, line: readonly Point[], { color, depth, kind }: Growth): void {
  const { unit, random, palette } = canvas;
  const dark = mix(color, palette.base, 0.4);
  const plants = line.flatMap(([x, y]) => {
    if (!random.chance(kind === 'spires' ? 0.1 : 0.42)) return [];
    const size = unit * (1.6 + depth * 4.4) * random.between(0.6, 1.15);
    if (kind === 'rounds')
      return [circle([x, y - size * 0.2], size * 0.55, mix(dark, palette.mid, random.next() * 0.25))];
    if (kind === 'spires')
      return [
        polygon(
          [
            [x - size * 0.3, y + size],
            [x, y - size * 1.9],
            [x + size * 0.3, y + size],
          ],
          dark,
        ),
      ];
    return [pine([x, y + size * 0.15], size, dark)];
  });
  canvas.add(plants.join(''));
}

function pine([x, y]: Point, size: number, color: string): string {
  const tier = (top: number, half: number, foot: number): Point[] => [
    [x - half * size, y - foot * size],
    [x, y - top * size],
    [x + half * size, y - foot * size],
  ];
  const shape = [tier(1.9, 0.3, 1.1), tier(1.5, 0.42, 0.55), tier(1, 0.54, 0)];
  return group(shape.map((points) => polygon(points, color)).join(''), {});
}

export function drawCastle(canvas: Canvas, line: readonly Point[], color: string): void {
  const { unit, focus, palette } = canvas;
  const top =
    [...line].filter(([x]) => Math.abs(x - focus[0]) < unit * 26).sort((a, b) => a[1] - b[1])[0] ?? focus;
  const [x, y] = [top[0], top[1] + unit * 4];
  canvas.glow([x, y - unit * 14], unit * 44, { color: palette.light, strength: 0.4 });
  const towers: [shift: number, width: number, tall: number][] = spotsOf(
    '-15,4.6,17 -8,7,25 0.6,6.4,39 8.6,7.6,23 16,4.6,15',
  );
  canvas.add(rect([x - 17 * unit, y - 11 * unit], [35 * unit, 20 * unit], color));
  for (const [shift, wide, tall] of towers) {
    const [left, right] = [x + (shift - wide / 2) * unit, x + (shift + wide / 2) * unit];
    const roof = y - tall * unit;
    canvas.add(rect([left, roof], [wide * unit, tall * unit], color));
    canvas.add(
      polygon(
        [
          [left - unit * 0.7, roof],
          [(left + right) / 2, roof - wide * 1.7 * unit],
          [right + unit * 0.7, roof],
        ],
        color,
      ),
    );
    canvas.add(rect([(left + right) / 2 - unit * 0.4, roof + unit * 2], [unit, unit * 2.4], palette.accent));
  }
}

export function drawHuts(canvas: Canvas, line: readonly Point[], color: string): void {
  const { unit, palette, random } = canvas;
  for (const [index, [x, y]] of line.entries()) {
    if (index % 13 !== 6) continue;
    const size = unit * random.between(2.6, 3.6);
    canvas.add(rect([x - size, y - size], [size * 2, size * 1.6], mix(palette.light, color, 0.25)));
    canvas.add(
      polygon(
        [
          [x - size * 1.4, y - size],
          [x, y - size * 2.3],
          [x + size * 1.4, y - size],
        ],
        palette.accent,
      ),
    );
    canvas.add(rect([x - size * 0.3, y - size * 0.5], [size * 0.6, size], mix(color, palette.base, 0.6)));
  }
}

export function drawSnowfall(canvas: Canvas): void {
  const { width, height, unit, random } = canvas;
  for (let index = 0; index < 120; index += 1) {
    const at: Point = [random.between(0, width), random.between(0, height)];
    canvas.add(circle(at, unit * random.between(0.15, 0.55), tint('#ffffff', random.between(0.3, 0.9))));
  }
}
