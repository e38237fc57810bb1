// A floor of lines to the horizon, and riders who leave walls of light. A cover scene.
import type { Canvas, Scene } from '../canvas.ts';
import { darken, lighten, mix } from '../color.ts';
import { ellipse, line, type Point, pointsOf, polygon, polyline, rect, stroke } from '../svg.ts';
import { drawSky, drawStars } from './sky.ts';

/** A floor of lines to the horizon; riders leave walls of light. */
export function lightGrid(): Scene {
  return (canvas) => {
    const { palette, focus, unit, width, height } = canvas;
    drawSky(canvas, [palette.base, palette.base, mix(palette.base, palette.low, 0.8)]);
    const horizon = focus[1] - unit * 16;
    drawStars(canvas, 90, 0.3);
    canvas.glow([focus[0], horizon], unit * 90, { color: palette.mid, strength: 0.8 });
    canvas.add(
      rect(
        [0, horizon],
        [width, height - horizon],
        canvas.linear([
          [0, mix(palette.low, palette.mid, 0.5)],
          [0.5, palette.base],
        ]),
      ),
    );
    const place = (x: number, z: number, up = 0): Point => [
      focus[0] + (x / z) * unit * 62,
      horizon + ((11 - up) / z) * unit * 22,
    ];
    for (let x = -60; x <= 60; x += 2)
      canvas.add(polyline([place(x, 60), place(x, 0.7)], stroke(palette.mid, unit * 0.22, 0.8)));
    for (let z = 0.8; z < 60; z *= 1.16)
      canvas.add(
        polyline(
          [place(-80, z), place(80, z)],
          stroke(palette.mid, unit * Math.min(0.5, 0.6 / z + 0.12), 0.8),
        ),
      );
    const riders: [string, Point[]][] = [
      [palette.high, pointsOf('9,60 9,22 -4,22 -4,11.5 1.6,11.5 1.6,7.2')],
      [palette.light, pointsOf('-18,60 -18,32 13,32 13,15 5.2,15 5.2,9.5')],
      [palette.accent, pointsOf('-9,60 -9,15.5 -2.2,15.5 -2.2,8.2 -3.4,8.2 -3.4,5.4')],
    ];
    for (const [color, turns] of riders) drawLightWall(canvas, { color, turns, place });
  };
}

interface LightWall {
  color: string;
  turns: readonly Point[];
  place: (x: number, z: number, up?: number) => Point;
}

function drawLightWall(canvas: Canvas, { color, turns, place }: LightWall): void {
  for (const [index, from] of turns.entries()) {
    const to = turns[index + 1];
    if (to) drawPanel(canvas, [from, to], { color, place });
    else drawRider(canvas, place(...from), { color, size: (canvas.unit * 58) / from[1] });
  }
}

/** Stands on the floor, which mirrors it. */
function drawPanel(
  canvas: Canvas,
  [from, to]: readonly [Point, Point],
  { color, place }: Omit<LightWall, 'turns'>,
): void {
  const wall = 3;
  const quad = (up: number): Point[] => [place(...from), place(...to), place(...to, up), place(...from, up)];
  const standing = quad(wall);
  const [, , right = from, left = to] = standing;
  canvas.add(
    polygon(
      standing,
      canvas.linear([
        [0, lighten(color, 0.25), 0.95],
        [1, color, 0.3],
      ]),
    ),
  );
  canvas.add(line(left, right, stroke(lighten(color, 0.7), canvas.unit * 0.5)));
  canvas.add(
    polygon(
      quad(-wall * 0.6),
      canvas.linear([
        [0, color, 0.35],
        [1, color, 0],
      ]),
    ),
  );
}

function drawRider(canvas: Canvas, [x, y]: Point, { color, size }: { color: string; size: number }): void {
  canvas.glow([x, y - size * 0.5], size * 3.4, { color, strength: 0.9 });
  const tyre = { fill: darken(color, 0.75), rx: size * 0.2 };
  const rim = stroke(lighten(color, 0.6), size * 0.1);
  canvas.add(rect([x - size * 0.22, y - size * 1.1], [size * 0.44, size * 1.1], tyre));
  canvas.add(ellipse([x, y - size * 0.42], [size * 0.2, size * 0.42], rim));
}
