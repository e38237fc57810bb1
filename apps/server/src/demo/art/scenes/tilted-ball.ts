// A glass ball on a floor of squares over the void. A cover scene.
import type { Canvas, Scene } from '../canvas.ts';
import { darken, lighten, mix } from '../color.ts';
import { circle, ellipse, type Point, path, polygon, tint } from '../svg.ts';
import { drawSky, drawStars } from './sky.ts';

/** A glass ball on a floor of squares over the void. */
export function tiltedBall(): Scene {
  return (canvas) => {
    const { palette, focus, unit, random } = canvas;
    drawSky(canvas, [palette.base, palette.low, palette.mid, palette.high]);
    drawStars(canvas, 80, 0.7);
    canvas.glow(focus, unit * 74, { color: palette.high, strength: 0.7 });
    const corner = (column: number, row: number): Point => [
      focus[0] + (column - row) * unit * 7.4,
      focus[1] + unit * 16 + (column + row) * unit * 3.3 - column * unit * 1.5,
    ];
    for (let sum = -10; sum <= 10; sum += 1) {
      for (let column = -5; column <= 5; column += 1) {
        const row = sum - column;
        if (Math.abs(row) > 5 || ((column * 7 + row * 3) % 13 === 0 && Math.abs(column) + Math.abs(row) > 5))
          continue;
        const tile = [
          corner(column, row),
          corner(column + 1, row),
          corner(column + 1, row + 1),
          corner(column, row + 1),
        ];
        const [, right = [0, 0], low = [0, 0], left = [0, 0]] = tile;
        const color = (column + row) % 2 ? palette.light : mix(palette.accent, palette.mid, 0.15);
        const drop = unit * 3;
        canvas.add(
          polygon([left, low, [low[0], low[1] + drop], [left[0], left[1] + drop]], darken(color, 0.4)),
        );
        canvas.add(
          polygon([right, low, [low[0], low[1] + drop], [right[0], right[1] + drop]], darken(color, 0.62)),
          polygon(tile, color),
        );
        if (random.chance(0.16) && Math.abs(column) + Math.abs(row) > 2)
          drawCoin(canvas, [left[0] + unit * 7, right[1] - unit * 4]);
      }
    }
    drawGlassBall(canvas, [focus[0], focus[1] + unit * 1], unit * 21);
  };
}

function drawCoin(canvas: Canvas, at: Point): void {
  const { unit } = canvas;
  canvas.add(ellipse([at[0], at[1] + unit * 3.6], [unit * 1.6, unit * 0.6], tint('#000000', 0.3)));
  canvas.add(
    ellipse([at[0] + unit * 0.4, at[1]], [unit * 2, unit * 2.6], '#a86f0c'),
    ellipse(at, [unit * 2, unit * 2.6], '#ffc933'),
    ellipse(at, [unit * 1.2, unit * 1.7], '#ffe28a'),
  );
}

function drawGlassBall(canvas: Canvas, [x, y]: Point, radius: number): void {
  const { palette } = canvas;
  canvas.add(
    ellipse([x + radius * 0.25, y + radius * 1.02], [radius * 0.95, radius * 0.3], tint(palette.base, 0.5)),
  );
  const body = canvas.radial(
    [
      [0, lighten(palette.accent, 0.75)],
      [0.3, lighten(palette.accent, 0.15)],
      [0.75, darken(palette.accent, 0.55)],
      [1, darken(palette.accent, 0.2)],
    ],
    [0.35, 0.28],
  );
  canvas.add(circle([x, y], radius, body));
  canvas.add(
    path(
      `M${x - radius * 0.9} ${y + radius * 0.15}Q${x} ${y + radius * 0.55} ${x + radius * 0.9} ${y + radius * 0.15}Q${x} ${y + radius * 0.95} ${x - radius * 0.9} ${y + radius * 0.15}Z`,
      tint(palette.light, 0.2),
    ),
  );
  canvas.add(
    ellipse([x - radius * 0.36, y - radius * 0.48], [radius * 0.32, radius * 0.19], {
      fill: '#ffffff',
      'fill-opacity': 0.85,
      transform: `rotate(-34 ${x - radius * 0.36} ${y - radius * 0.48})`,
    }),
  );
}
