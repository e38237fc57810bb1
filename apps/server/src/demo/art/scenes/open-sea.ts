// A sailing ship before the sun, islands to the side. A cover scene.
import { type Canvas, fade, type Scene } from '../canvas.ts';
import { darken, mix } from '../color.ts';
import { createRidge } from '../random.ts';
import { ellipse, group, type Point, path, polygon, rect, spotsOf, stroke, tint } from '../svg.ts';
import { drawCloud, drawRays, drawSky, drawSun } from './sky.ts';

/** A sailing ship before the sun, islands to the side. */
export function openSea(): Scene {
  return (canvas) => {
    const { palette, focus, unit, width, height, random } = canvas;
    const horizon = focus[1] + unit * 6;
    drawSky(canvas, [palette.mid, palette.high, palette.light]);
    const sun: Point = [focus[0], horizon - unit * 6];
    drawRays(canvas, sun, { count: 16, color: '#ffffff' });
    drawSun(canvas, sun, { radius: unit * 21, color: palette.accent });
    for (const [x, y, size] of spotsOf('0.12,-26,15 0.9,-36,18 0.75,-58,10'))
      drawCloud(canvas, [x * width, horizon + y * unit], {
        size: size * unit,
        color: mix(palette.light, '#ffffff', 0.6),
      });
    for (const [x, wide, tall] of spotsOf('0.02,34,13 0.98,42,18'))
      drawIsle(canvas, [x * width, horizon], [wide * unit, tall * unit]);
    canvas.add(
      rect(
        [0, horizon],
        [width, height - horizon],
        canvas.linear([
          [0, mix(palette.low, palette.high, 0.45)],
          [0.5, palette.low],
          [1, palette.base],
        ]),
      ),
    );
    for (let index = 0; index < 42; index += 1) {
      const depth = random.next() ** 1.5;
      const half = unit * (3 + random.next() * 11) * (1 - depth * 0.45);
      const at: Point = [
        focus[0] + random.between(-1, 1) * unit * (9 + depth * 16),
        horizon + unit * (1 + depth * 60),
      ];
      canvas.add(ellipse(at, [half, unit * 0.45], tint(palette.accent, 0.75 * (1 - depth))));
    }
    drawGalleon(canvas, [focus[0] + unit * 2, horizon + unit * 15]);
    for (let wave = 0; wave < 6; wave += 1) drawWave(canvas, horizon + unit * (14 + wave * 11), wave / 5);
  };
}

function drawIsle(canvas: Canvas, [x, y]: Point, [wide, tall]: Point): void {
  const { palette, random } = canvas;
  const line = createRidge(random, 33, 0.5).map(
    (rise, index): Point => [
      x - wide + (index / 32) * wide * 2,
      y - (0.25 + rise * 0.75) * tall * Math.sin((index / 32) * Math.PI),
    ],
  );
  canvas.add(
    polygon(
      [[x - wide, y + 1], ...line, [x + wide, y + 1]],
      canvas.linear(fade(mix(palette.low, palette.high, 0.25), palette.base)),
    ),
  );
}

function drawWave(canvas: Canvas, y: number, depth: number): void {
  const { palette, unit, width, height, random } = canvas;
  const step = unit * (9 + depth * 9);
  let crest = `M${-step * random.next()} ${y}`;
  for (let x = 0; x < width + step * 2; x += step)
    crest += `q${step * 0.28} ${-unit * (1.6 + depth * 3)} ${step * 0.5} ${-unit * 0.3}t${step * 0.5} ${unit * 0.3}`;
  const color = mix(mix(palette.low, palette.high, 0.12), palette.base, 0.15 + depth * 0.75);
  canvas.add(path(`${crest}V${height}H${-step * 2}Z`, color));
  canvas.add(path(crest, stroke(mix(palette.light, color, 0.35), unit * 0.4, 0.45)));
}

function drawGalleon(canvas: Canvas, [x, y]: Point): void {
  const { unit, palette } = canvas;
  const wood = mix(palette.base, '#5a341c', 0.65);
  const sail = canvas.linear(fade('#fff8ea', mix('#e9cfa4', palette.high, 0.25)), 'right');
  const parts: string[] = [];
  for (const [mast, tall, rows] of spotsOf('-13,34,2 0,44,3 13,32,2')) {
    parts.push(rect([mast - 0.5, -tall], [1, tall], wood));
    for (let row = 0; row < rows; row += 1) {
      const [top, deep, wide] = [-tall + 3 + row * 12.4, 11, 5.4 + row * 1.7];
      parts.push(
        path(
          `M${mast - wide} ${top}H${mast + wide}C${mast + wide + 3.4} ${top + deep * 0.5} ${mast + wide + 2} ${top + deep * 0.8} ${mast + wide + 0.8} ${top + deep}H${mast - wide - 0.8}C${mast - wide + 2} ${top + deep * 0.7} ${mast - wide + 2.4} ${top + deep * 0.4} ${mast - wide} ${top}Z`,
          sail,
        ),
      );
    }
    parts.push(
      polygon(
        [
          [mast, -tall],
          [mast + 7, -tall - 1.6],
          [mast, -tall - 3.4],
        ],
        palette.accent,
      ),
    );
  }
  parts.push(
    path('M-25 -8L-24 -3C-18 7 14 8 22 2L31 -7L22 -5H-14L-16 -9Z', wood),
    path('M-24 -3C-18 1 14 2 24 -1L22.6 1C14 5 -18 4 -23 -1Z', mix(wood, '#d9a94e', 0.6)),
  );
  for (let port = -14; port <= 14; port += 5.6) parts.push(rect([port, -2.4], [1.8, 1.8], darken(wood, 0.6)));
  canvas.add(group(parts.join(''), { transform: `translate(${x} ${y}) scale(${unit * 0.98})` }));
}
