// Sand, water, fire: every grain a pixel. A cover scene.
import type { Canvas, Scene } from '../canvas.ts';
import { darken, mix } from '../color.ts';
import { createField } from '../random.ts';
import { rect } from '../svg.ts';

/** Every grain a pixel: sand, water, plants, fire. */
export function fallingSand(): Scene {
  return (canvas) => {
    const { palette, focus, unit, random, width, height } = canvas;
    canvas.fill(darken(palette.base, 0.3));
    const size = unit * 1.5;
    const [columns, rows] = [Math.ceil(width / size), Math.ceil(height / size)];
    const middle = Math.round(focus[1] / size);
    const field = createField(random);
    const grain = (column: number, row: number, color: string) =>
      canvas.add(rect([column * size, row * size], [size * 0.92, size * 0.92], color));
    canvas.glow([width * 0.3, focus[1] + unit * 8], unit * 52, { color: '#ff7a1a', strength: 0.55 });
    for (let column = 0; column < columns; column += 1) {
      const dune =
        middle +
        22 -
        Math.round(16 * Math.exp(-(((column - columns * 0.64) / 11) ** 2)) - field(column / 9, 4) * 5);
      const pool = middle + 12;
      for (let row = 0; row < rows; row += 1) {
        if (row >= dune)
          grain(
            column,
            row,
            mix(mix('#f2c14e', '#b8762c', random.next() * 0.8), palette.base, Math.max(0, (row - dune) / 60)),
          );
        else if (row >= pool && column < columns * 0.52)
          grain(column, row, mix('#2f8fe6', '#8fd6ff', row === pool ? 0.8 : random.next() * 0.35));
      }
    }
    drawStream(canvas, { size, column: Math.round(columns * 0.64), until: middle + 3 });
    drawFire(canvas, { size, column: Math.round(columns * 0.28), foot: middle + 11 });
    for (let column = Math.round(columns * 0.42); column < columns * 0.93; column += 1)
      if (column % 7 !== 3)
        for (let thick = 0; thick < 2; thick += 1) grain(column, middle - 26 + thick, '#8b94a8');
  };
}

function drawStream(
  canvas: Canvas,
  { size, column, until }: { size: number; column: number; until: number },
): void {
  const { random } = canvas;
  for (let row = 0; row < until; row += 1) {
    for (let side = -3; side <= 3; side += 1) {
      if (random.chance(0.72 - Math.abs(side) * 0.14 - row * 0.004))
        canvas.add(
          rect(
            [(column + side + Math.sin(row / 7)) * size, row * size],
            [size * 0.92, size * 0.92],
            mix('#ffdf85', '#d98e2b', random.next()),
          ),
        );
    }
  }
}

function drawFire(
  canvas: Canvas,
  { size, column, foot }: { size: number; column: number; foot: number },
): void {
  const { random } = canvas;
  const colors = ['#fff4c2', '#ffd24a', '#ff9b21', '#ff5a1f', '#c22a1c', '#5d2230'];
  for (let up = 0; up < 34; up += 1) {
    const half = 9 * Math.sin(Math.min(1, (36 - up) / 30) * Math.PI * 0.5) * (0.6 + random.next() * 0.5);
    for (let side = -12; side <= 12; side += 1) {
      const heat = (Math.abs(side) / (half + 0.1)) * 0.5 + up / 34;
      if (Math.abs(side) > half || !random.chance(1.2 - up / 34)) continue;
      const color =
        colors[Math.min(colors.length - 1, Math.floor(heat * 4.2 + random.next() * 0.9))] ?? '#ff9b21';
      canvas.add(
        rect(
          [(column + side + Math.sin(up / 5) * 2) * size, (foot - up) * size],
          [size * 0.92, size * 0.92],
          color,
        ),
      );
    }
  }
}
