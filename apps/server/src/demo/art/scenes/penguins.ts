// Penguins march down terraces of ice, without a look at what comes.
import type { Canvas, Scene } from '../canvas.ts';
import { darken, lighten, mix } from '../color.ts';
import { createRidge } from '../random.ts';
import {
  circle,
  ellipse,
  group,
  type Point,
  path,
  pointsOf,
  polygon,
  rect,
  spotsOf,
  stroke,
  tint,
} from '../svg.ts';
import { drawCloud, drawSky, drawSun } from './sky.ts';

export function march(): Scene {
  return (canvas) => {
    const { palette, focus, unit, width, height, random } = canvas;
    drawSky(canvas, [palette.mid, palette.high, lighten(palette.light, 0.3)]);
    drawSun(canvas, [width * 0.76, focus[1] - unit * 38], { radius: unit * 9, color: '#fff3c9' });
    for (const [x, y, size] of spotsOf('0.2,-44,13 0.9,-14,15'))
      drawCloud(canvas, [width * x, focus[1] + y * unit], { size: size * unit, color: '#ffffff' });
    for (const [level, tall] of pointsOf('16,40 30,26')) {
      const bergs = createRidge(random, 33, 0.62).map(
        (rise, index): Point => [(index / 32) * width, focus[1] + (level - rise * tall) * unit],
      );
      canvas.add(
        polygon([[0, height], ...bergs, [width, height]], mix(palette.high, palette.mid, level / 40)),
      );
    }
    const steps = 7;
    for (let step = 0; step < steps; step += 1) drawTerrace(canvas, step, steps);
    drawParachute(canvas, [focus[0] + unit * 28, focus[1] - unit * 9]);
  };
}

/** One of them on a hill before any scene. */
export function withPenguin(inside: Scene): Scene {
  return (canvas) => {
    inside(canvas);
    const { palette, focus, unit, width, height } = canvas;
    const top = focus[1] + unit * 36;
    const hill = `M0 ${top + unit * 14}Q${focus[0] - unit * 4} ${top - unit * 12} ${width} ${top + unit * 10}V${height}H0Z`;
    canvas.add(
      path(
        hill,
        canvas.linear([
          [0, '#ffffff'],
          [0.16, palette.high],
          [0.5, palette.low],
        ]),
      ),
    );
    const shadow = tint(palette.base, 0.25);
    canvas.add(ellipse([focus[0] + unit * 4, top + unit * 1.2], [unit * 15, unit * 2.6], shadow));
    drawPenguin(canvas, [focus[0], top + unit], unit * 17);
  };
}

function drawTerrace(canvas: Canvas, step: number, steps: number): void {
  const { palette, focus, unit, width, height } = canvas;
  const [left, right] = [(step / steps) * width, ((step + 1) / steps) * width];
  const top = focus[1] + unit * (-16 + step * 10.5);
  const ice = canvas.linear([
    [0, palette.mid],
    [0.4, palette.low],
    [1, palette.base],
  ]);
  canvas.add(
    polygon(
      [
        [left, height],
        [left, top],
        [right + 1, top],
        [right + 1, height],
      ],
      ice,
    ),
  );
  canvas.add(rect([left, top], [right - left + 1, unit * 2.6], '#ffffff'));
  for (let drop = 0; drop < 5; drop += 1) {
    const x = left + ((drop + 0.5) / 5) * (right - left);
    const long = unit * (1.5 + ((drop * 7 + step * 3) % 5));
    canvas.add(
      polygon(
        [
          [x - unit * 1.3, top + unit * 2],
          [x, top + unit * 2 + long],
          [x + unit * 1.3, top + unit * 2],
        ],
        '#ffffff',
      ),
    );
  }
  drawPenguin(canvas, [(left + right) / 2, top], unit * 7.4);
}

/** Stands with its feet at the point. */
function drawPenguin(canvas: Canvas, [x, y]: Point, size: number): void {
  const { palette } = canvas;
  const ink = darken(palette.base, 0.35);
  const parts = [
    ellipse([x + size * 0.3, y - size * 0.06], [size * 0.36, size * 0.13], palette.accent),
    ellipse([x - size * 0.24, y - size * 0.06], [size * 0.36, size * 0.13], palette.accent),
    ellipse([x, y - size * 0.82], [size * 0.62, size * 0.8], ink),
    ellipse([x + size * 0.16, y - size * 0.72], [size * 0.42, size * 0.6], '#ffffff'),
    circle([x + size * 0.06, y - size * 1.6], size * 0.5, ink),
    ellipse([x + size * 0.24, y - size * 1.56], [size * 0.27, size * 0.26], '#ffffff'),
    circle([x + size * 0.26, y - size * 1.64], size * 0.085, ink),
    path(
      `M${x + size * 0.42} ${y - size * 1.62}L${x + size * 0.92} ${y - size * 1.44}L${x + size * 0.42} ${y - size * 1.36}Z`,
      palette.accent,
    ),
    ellipse([x - size * 0.36, y - size * 0.86], [size * 0.18, size * 0.5], {
      fill: lighten(ink, 0.12),
      transform: `rotate(16 ${x - size * 0.36} ${y - size * 0.86})`,
    }),
  ];
  canvas.add(group(parts.join(''), {}));
}

function drawParachute(canvas: Canvas, [x, y]: Point): void {
  const { unit } = canvas;
  const half = unit * 11;
  for (const [index, color] of ['#ef4d5a', '#ffffff', '#ef4d5a', '#ffffff', '#ef4d5a'].entries()) {
    const [from, to] = [x - half + index * half * 0.4, x - half + (index + 1) * half * 0.4];
    canvas.add(
      path(
        `M${from} ${y - unit * 16}Q${(from + x) / 2} ${y - unit * 28} ${x} ${y - unit * 29}Q${(to + x) / 2} ${y - unit * 28} ${to} ${y - unit * 16}Q${(from + to) / 2} ${y - unit * 18.4} ${from} ${y - unit * 16}Z`,
        color,
      ),
    );
    canvas.add(
      path(
        `M${from} ${y - unit * 16}L${x} ${y - unit * 4}M${to} ${y - unit * 16}L${x} ${y - unit * 4}`,
        stroke('#27405f', unit * 0.3),
      ),
    );
  }
  drawPenguin(canvas, [x, y + unit * 9], unit * 6.4);
}
