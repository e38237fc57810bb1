// What is in the light of dungeon.ts.
import type { Canvas } from '../canvas.ts';
import { darken, lighten } from '../color.ts';
import { outline } from '../lettering.ts';
import { circle, ellipse, type Point, path, pointsOf, polygon, stroke, tint } from '../svg.ts';

export type Hero = 'wanderer' | 'orb' | 'torch';

export function drawHero(canvas: Canvas, lamp: Point, { hero, size }: { hero: Hero; size: number }): void {
  if (hero === 'wanderer') drawWanderer(canvas, lamp, size);
  else if (hero === 'torch') drawTorch(canvas, lamp);
  else drawOrb(canvas, lamp);
}

function drawWanderer(canvas: Canvas, lamp: Point, size: number): void {
  const { palette } = canvas;
  const ink = outline('@', { face: 'pixel', size: size * 3.3 });
  canvas.glow(lamp, size * 4.5, { color: palette.accent, strength: 0.55 });
  canvas.add(circle(lamp, size * 2.5, tint(darken(palette.base, 0.4), 0.72)));
  canvas.add(ink.at([lamp[0] - ink.width / 2, lamp[1] - ink.height / 2], lighten(palette.light, 0.4)));
}

function drawTorch(canvas: Canvas, lamp: Point): void {
  const { palette, unit } = canvas;
  canvas.glow(lamp, unit * 26, { color: palette.light, strength: 0.9 });
  const shaft = pointsOf('-1.2,1 1.2,1 0.6,11 -0.6,11').map(
    ([x, y]): Point => [lamp[0] + x * unit, lamp[1] + y * unit],
  );
  canvas.add(polygon(shaft, darken(palette.mid, 0.5)));
  const flame = 'M0 -1.9C1.1 -0.9 0.75 0 0 0C-0.75 0 -0.9 -0.7 0 -1.9Z';
  for (const [scale, color] of [
    [1, palette.accent],
    [0.66, palette.light],
    [0.36, '#fffbe8'],
  ] as const) {
    const place = `translate(${lamp[0]} ${lamp[1] + unit * 2}) scale(${unit * 8 * scale})`;
    canvas.add(path(flame, { fill: color, transform: place }));
  }
}

function drawOrb(canvas: Canvas, lamp: Point): void {
  const { palette, unit } = canvas;
  canvas.glow(lamp, unit * 34, { color: palette.light, strength: 0.95 });
  const glass = [
    [0, '#ffffff'],
    [0.35, palette.light],
    [1, palette.accent],
  ] as const;
  canvas.add(circle(lamp, unit * 11, canvas.radial(glass, [0.36, 0.3])));
  for (const [index, reach] of [15, 18, 22].entries()) {
    const ring = stroke(palette.light, unit * 0.5, 0.8 - index * 0.22);
    const turn = { transform: `rotate(${index * 60 - 30} ${lamp[0]} ${lamp[1]})` };
    canvas.add(ellipse(lamp, [unit * reach, unit * reach * 0.3], { ...ring, ...turn }));
  }
}
