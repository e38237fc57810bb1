// A town with its railway. A cover scene.
import type { Canvas, Scene } from '../canvas.ts';
import { darken, mix } from '../color.ts';
import { createField } from '../random.ts';
import { circle, line, type Point, stroke } from '../svg.ts';
import { drawBox, drawWindows, slope } from './boxes.ts';
import { drawSky, drawStars } from './sky.ts';

/** A town with its railway. */
export function isoCity({ isNight = false, density = 0.6 }: { isNight?: boolean; density?: number }): Scene {
  return (canvas) => {
    const { palette, focus, unit, random, width, height } = canvas;
    drawSky(
      canvas,
      isNight ? [palette.base, palette.low, palette.mid] : [palette.mid, palette.high, palette.light],
    );
    if (isNight) drawStars(canvas, 60, 0.2);
    const half = unit * 5.6;
    const field = createField(random);
    const tiles = 30;
    for (let sum = 0; sum < tiles * 2; sum += 1) {
      for (let column = Math.max(0, sum - tiles + 1); column <= Math.min(sum, tiles - 1); column += 1) {
        const row = sum - column;
        const at: Point = [width / 2 + (column - row) * half, focus[1] - unit * 34 + sum * half * slope];
        if (at[0] < -half || at[0] > width + half || at[1] > height + half * 6) continue;
        drawTile(canvas, { at, half, column, row, isNight, growth: field(column / 4, row / 4) * density });
      }
    }
  };
}

interface Tile {
  at: Point;
  half: number;
  column: number;
  row: number;
  isNight: boolean;
  growth: number;
}

/** Two lines cross the town; nothing tall stands in the way of seeing them. */
const lines = { column: 13, row: 15 };

function drawTile(canvas: Canvas, tile: Tile): void {
  const { palette, random } = canvas;
  const { at, half, column, row, isNight } = tile;
  const ground = isNight ? mix(palette.base, palette.low, 0.6) : palette.low;
  const isRoad = column % 5 === 2 || row % 5 === 3;
  if (column === lines.column || row === lines.row) drawRail(canvas, tile, ground);
  else if (isRoad) drawBox(canvas, { at, half, tall: 0, color: mix(ground, palette.light, 0.28) });
  else drawPlot(canvas, tile, mix(ground, palette.mid, random.next() * 0.35));
}

function drawPlot(canvas: Canvas, tile: Tile, ground: string): void {
  const { at, half, column, row, growth } = tile;
  drawBox(canvas, { at, half, tall: 0, color: ground });
  const isInSight = [1, 2].includes(column - lines.column) || [1, 2].includes(row - lines.row);
  if (growth > 0.24 && !isInSight) drawHouse(canvas, tile);
  else if (canvas.random.chance(0.5)) {
    canvas.add(circle([at[0], at[1] - half * 0.3], half * 0.34, darken(ground, 0.35)));
  }
}

function drawRail(canvas: Canvas, { at, half, column, row }: Tile, ground: string): void {
  const { palette, unit } = canvas;
  drawBox(canvas, { at, half, tall: 0, color: mix(ground, palette.base, 0.45) });
  const [x, y] = at;
  const slant = column === lines.column ? -1 : 1;
  for (const shift of [-0.14, 0.14]) {
    const [dx, dy] = [half * 0.5, half * 0.25 * slant];
    const off = half * shift;
    const rail = stroke(mix(palette.light, ground, 0.2), unit * 0.5);
    canvas.add(line([x - dx, y - dy + off], [x + dx, y + dy + off], rail));
  }
  const place = (column + row) % 11;
  if (place > 5) return;
  const color = place === (slant > 0 ? 5 : 0) ? palette.light : palette.accent;
  drawBox(canvas, { at: [x, y - half * 0.06], half: half * 0.52, tall: half * 0.62, color });
}

function drawHouse(canvas: Canvas, { at, half, isNight, growth }: Tile): void {
  const { palette, random } = canvas;
  const { light, accent, high, mid } = palette;
  const daylight = random.pick([light, mix(light, accent, 0.5), high, mix(mid, light, 0.6)]);
  const tall = half * (0.5 + growth ** 2 * random.between(4, 13));
  const color = isNight ? mix(daylight, palette.base, 0.62) : daylight;
  const box = { at, half: half * 0.78, tall, color };
  drawBox(canvas, box);
  drawWindows(canvas, box, isNight ? accent : mix(palette.base, mid, 0.4));
}
