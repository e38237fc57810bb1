// Ridge behind ridge into the haze. A cover scene.
import type { Canvas, Scene } from '../canvas.ts';
import { lighten, mix } from '../color.ts';
import { createRidge } from '../random.ts';
import { type Point, polygon, rect } from '../svg.ts';
import { drawCastle, drawGrowth, drawHuts, drawSnowfall } from './on-ridges.ts';
import { drawAurora, drawBirds, drawRays, drawSky, drawStars, drawSun } from './sky.ts';

export interface LandscapeOptions {
  /** 0.4 are hills, 0.6 are peaks. */
  roughness: number;
  /** Ridges become blocks of so many units. */
  blocks?: number;
  stars?: boolean;
  rays?: boolean;
  aurora?: readonly string[];
  sun?: { color: string; size: number; shift?: number };
  snow?: boolean;
  /** What stands on the nearer ridges. */
  grows?: 'pines' | 'spires' | 'rounds';
  castle?: boolean;
  huts?: boolean;
}

const layers = 6;

export function landscape(options: LandscapeOptions): Scene {
  return (canvas) => {
    const { palette, focus, unit, height } = canvas;
    drawSky(canvas, [mix(palette.low, palette.base, 0.35), palette.mid, palette.high]);
    if (options.stars) drawStars(canvas, 110, 0.5);
    if (options.aurora) drawAurora(canvas, options.aurora);
    const sunAt: Point = [focus[0] + (options.sun?.shift ?? 0) * unit, focus[1] - unit * 19];
    if (options.rays) drawRays(canvas, sunAt, { count: 18, color: palette.light });
    if (options.sun) drawSun(canvas, sunAt, { radius: options.sun.size * unit, color: options.sun.color });
    for (let layer = 0; layer < layers; layer += 1) drawRidge(canvas, layer, options);
    if (options.snow) drawSnowfall(canvas);
    if (!options.stars && !options.snow)
      drawBirds(canvas, [focus[0] + 12 * unit, height * 0.2], palette.base);
  };
}

function drawRidge(canvas: Canvas, layer: number, options: LandscapeOptions): void {
  const { width, height, focus, unit, palette, random } = canvas;
  const depth = layer / (layers - 1);
  const level = focus[1] + unit * 6 + depth ** 1.25 * (height - focus[1]) * 0.62;
  const swing = unit * (26 - depth * 8) * (options.roughness > 0.5 ? 1.25 : 0.8);
  const line = ridgeLine(canvas, { level, swing, options });
  const color = mix(mix(palette.high, palette.mid, 0.35), palette.base, 0.12 + depth * 0.86);
  const haze = mix(color, palette.high, 0.3 * (1 - depth));
  if (layer === 2 && options.castle) drawCastle(canvas, line, mix(palette.low, palette.base, 0.55));
  const face = canvas.linear([
    [0, options.snow ? lighten(color, 0.55 * (1 - depth * 0.5)) : color],
    [0.6, haze],
  ]);
  canvas.add(polygon([[-10, height + 10], ...line, [width + 10, height + 10]], face));
  if (layer >= 2 && options.grows) drawGrowth(canvas, line, { color, depth, kind: options.grows });
  if (layer === 3 && options.huts) drawHuts(canvas, line, color);
  if (layer < layers - 1 && random.chance(0.9)) {
    const mist = canvas.linear([
      [0, palette.high, 0],
      [1, palette.high, 0.2 * (1 - depth)],
    ]);
    canvas.add(rect([0, level], [width, height * 0.12], mist));
  }
}

interface RidgeShape {
  level: number;
  swing: number;
  options: LandscapeOptions;
}

function ridgeLine({ width, unit, random }: Canvas, { level, swing, options }: RidgeShape): Point[] {
  const { blocks, roughness } = options;
  const count = blocks ? Math.ceil(width / (blocks * unit)) + 2 : 129;
  const step = blocks ? blocks * unit : (width + 20) / (count - 1);
  return createRidge(random, count, roughness).flatMap((rise, index): Point[] => {
    const x = index * step - 10;
    const y = level - rise * swing;
    if (!blocks) return [[x, y]];
    const snapped = Math.round(y / step) * step;
    return [
      [x, snapped],
      [x + step, snapped],
    ];
  });
}
