// A map of hexagons: water, shore, fields, hills, snow, and towns. A cover scene.
import type { Canvas, Scene } from '../canvas.ts';
import { darken, mix } from '../color.ts';
import { createField } from '../random.ts';
import { type Point, placed, pointsOf, polygon, regular } from '../svg.ts';
import { drawBox } from './boxes.ts';

interface Land {
  /** Where it ends, from 0 to 1. */
  limit: number;
  color: string;
  tall: number;
  grows?: (canvas: Canvas, at: Point, radius: number) => void;
}

function landsOf({ palette }: Canvas): Land[] {
  return [
    { limit: 0.36, color: palette.low, tall: 0 },
    { limit: 0.46, color: palette.mid, tall: 0.1 },
    { limit: 0.52, color: '#e3cf94', tall: 0.3 },
    { limit: 0.68, color: palette.high, tall: 0.5, grows: drawTown },
    { limit: 0.8, color: mix(palette.high, palette.base, 0.35), tall: 0.9, grows: drawWood },
    { limit: 2, color: mix('#8d8577', palette.light, 0.2), tall: 1.7, grows: drawPeak },
  ];
}

export function hexLand(): Scene {
  return (canvas) => {
    const { palette, focus, unit, random, width, height } = canvas;
    const field = createField(random);
    canvas.fill(darken(palette.base, 0.1));
    const radius = unit * 6.4;
    const [across, down] = [radius * Math.sqrt(3), radius * 1.5 * 0.72];
    for (let row = -2; row * down < height + radius * 3; row += 1) {
      for (let column = -1; column * across < width + across; column += 1) {
        const at: Point = [(column + (row % 2 ? 0.5 : 0)) * across, row * down];
        const rise = field(column / 3.1 + 5, row / 3.6 + 2);
        drawHex(canvas, { at, radius, rise });
      }
    }
    canvas.fill(
      canvas.radial([
        [0, palette.light, 0.16],
        [0.6, palette.base, 0],
        [1, palette.base, 0.75],
      ]),
    );
    canvas.glow(focus, unit * 60, { color: palette.light, strength: 0.16 });
  };
}

function drawHex(
  canvas: Canvas,
  { at: [x, y], radius, rise }: { at: Point; radius: number; rise: number },
): void {
  const { palette, random } = canvas;
  const land = landsOf(canvas).find(({ limit }) => rise < limit);
  if (!land) return;
  const color = mix(land.color, random.chance(0.5) ? palette.light : palette.base, random.next() * 0.12);
  const lift = land.tall * radius * 0.55;
  const flat = (up: number): Point[] =>
    regular([0, 0], radius * 0.965, { sides: 6 }).map(([px, py]) => [x + px, y + py * 0.72 - up]);
  const [, , rightLow, low, leftLow, left] = flat(lift);
  const [, , floorRight, floorLow, floorLeft] = flat(-radius * 0.22);
  if (rightLow && low && leftLow && left && floorRight && floorLow && floorLeft) {
    canvas.add(polygon([left, leftLow, low, floorLow, floorLeft], darken(color, 0.35)));
    canvas.add(polygon([rightLow, low, floorLow, floorRight], darken(color, 0.55)));
  }
  canvas.add(polygon(flat(lift), color));
  land.grows?.(canvas, [x, y - lift], radius);
}

function drawPeak(canvas: Canvas, at: Point, radius: number): void {
  canvas.add(polygon(placed(pointsOf('-0.5,0 0,-1 0.5,0'), at, radius), '#f3f1ea'));
}

function drawWood(canvas: Canvas, [x, y]: Point, radius: number): void {
  const tree = pointsOf('-0.2,0.1 0,-0.55 0.2,0.1');
  for (const dx of [-0.4, 0.05, 0.45]) {
    canvas.add(polygon(placed(tree, [x + dx * radius, y], radius), darken(canvas.palette.high, 0.62)));
  }
}

/** Few fields have one. */
function drawTown(canvas: Canvas, [x, y]: Point, radius: number): void {
  const { palette, random, unit } = canvas;
  if (!random.chance(0.16)) return;
  for (const dx of [-0.4, 0, 0.4]) {
    const at: Point = [x + dx * radius, y + Math.abs(dx) * unit * 3];
    drawBox(canvas, { at, half: radius * 0.2, tall: radius * 0.32, color: palette.accent });
  }
}
