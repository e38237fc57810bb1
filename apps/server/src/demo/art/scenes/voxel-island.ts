// An island of cubes in the sky. A cover scene.
import type { Canvas, Scene } from '../canvas.ts';
import { darken, lighten, mix } from '../color.ts';
import { createField } from '../random.ts';
import { type Point, spotsOf } from '../svg.ts';
import { drawBox, slope } from './boxes.ts';
import { drawCloud, drawSky, drawSun } from './sky.ts';

const reach = 13;

export function voxelIsland(): Scene {
  return (canvas) => {
    const { palette, focus, unit, random, width } = canvas;
    drawSky(canvas, [palette.mid, palette.high, lighten(palette.light, 0.3)]);
    drawSun(canvas, [width * 0.76, focus[1] - unit * 44], { radius: unit * 9, color: palette.light });
    for (const [x, y, size] of spotsOf('0.14,-30,15 0.85,8,19 0.1,30,12 0.6,-50,9')) {
      const cloud = { size: size * unit, color: lighten(palette.light, 0.6) };
      drawCloud(canvas, [width * x, focus[1] + y * unit], cloud);
    }
    const field = createField(random);
    for (let sum = -reach * 2; sum <= reach * 2; sum += 1) {
      for (let column = -reach; column <= reach; column += 1) {
        const row = sum - column;
        const away = Math.hypot(column, row) / reach;
        if (Math.abs(row) > reach || away > 0.96 + field(column, row) * 0.1) continue;
        drawPile(canvas, { column, row, away, field });
      }
    }
  };
}

interface Pile {
  column: number;
  row: number;
  /** From the middle, 1 is the shore. */
  away: number;
  field: (x: number, y: number) => number;
}

/** Root, land, and now and then a tree. */
function drawPile(canvas: Canvas, { column, row, away, field }: Pile): void {
  const { palette, focus, unit, random } = canvas;
  const half = unit * 3.3;
  const rise = Math.round(field(column / 4.5 + 9, row / 4.5 + 3) ** 1.6 * 11 * (1.15 - away * 0.6));
  const [x, y] = [focus[0] + (column - row) * half, focus[1] + unit * 5 + (column + row) * half * slope];
  const root = half * (2 + (1 - away) * 15 * (0.6 + field(column / 2, row / 2) * 0.6));
  const earth = mix(palette.base, palette.accent, 0.18);
  drawBox(canvas, { at: [x, y + root], half, tall: root, color: earth });
  const tall = half * (0.7 + rise * 0.75);
  drawBox(canvas, { at: [x, y], half, tall, color: landColor(canvas, rise) });
  if (rise > 1 && rise < 5 && random.chance(0.12)) drawTree(canvas, [x, y - tall], half);
}

/** Sand, grass, wood, rock, snow. */
function landColor({ palette }: Canvas, rise: number): string {
  if (rise < 1.9) return lighten(palette.accent, 0.35);
  if (rise < 3.8) return palette.low;
  if (rise < 5.7) return mix(palette.low, palette.base, 0.3);
  return rise < 7.6 ? mix(palette.base, palette.light, 0.4) : '#f4f7fb';
}

function drawTree(canvas: Canvas, [x, y]: Point, half: number): void {
  const { palette } = canvas;
  const part = (up: number, [wide, tall]: Point, color: string) =>
    drawBox(canvas, { at: [x, y - half * up], half: half * wide, tall: half * tall, color });
  part(0, [0.3, 1.2], mix(palette.base, palette.accent, 0.5));
  part(1.1, [0.95, 1.3], darken(palette.low, 0.3));
  part(2.2, [0.55, 0.7], darken(palette.low, 0.15));
}
