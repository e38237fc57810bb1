// Columns against the sun. A cover scene.
import { type Canvas, fade, type Scene } from '../canvas.ts';
import { darken, lighten, mix } from '../color.ts';
import { createRidge } from '../random.ts';
import { circle, line, type Point, path, placed, pointsOf, polygon, rect, stroke } from '../svg.ts';
import { drawBirds, drawRays, drawSky, drawSun } from './sky.ts';

export function temple(): Scene {
  return (canvas) => {
    const { palette, focus, unit, width, height, random } = canvas;
    drawSky(canvas, [palette.mid, palette.high, palette.light]);
    const sun: Point = [focus[0], focus[1] - unit * 16];
    drawRays(canvas, sun, { count: 20, color: lighten(palette.light, 0.5) });
    drawSun(canvas, sun, { radius: unit * 27, color: palette.accent });
    const hills = createRidge(random, 65, 0.48).map((rise, index): Point => {
      return [(index / 64) * width, focus[1] + unit * (30 - rise * 18)];
    });
    canvas.add(polygon([[0, height], ...hills, [width, height]], mix(palette.mid, palette.low, 0.5)));
    const foot = focus[1] + unit * 36;
    drawSteps(canvas, foot);
    const stone = mix('#c69a63', palette.low, 0.35);
    const marble = canvas.linear(
      [
        [0, '#fffaf0'],
        [0.45, '#f2dfbd'],
        [1, stone],
      ],
      'right',
    );
    for (const column of [-2.5, -1.5, -0.5, 0.5, 1.5, 2.5]) {
      drawColumn(canvas, [focus[0] + column * unit * 12.6, foot], marble);
    }
    drawRoof(canvas, foot - unit * 47);
    canvas.add(rect([0, foot + unit * 10], [width, height], canvas.linear(fade(palette.low, palette.base))));
    for (const side of [-46, 46]) drawCypress(canvas, [focus[0] + side * unit, foot + unit * 13], unit * 36);
    drawBirds(canvas, [focus[0] - unit * 18, focus[1] - unit * 42], darken(palette.low, 0.3));
  };
}

function drawSteps({ add, palette, focus, unit }: Canvas, foot: number): void {
  for (let step = 0; step < 4; step += 1) {
    const half = unit * (37 + step * 3.4);
    const color = mix('#fbf1dc', palette.mid, step * 0.14);
    add(rect([focus[0] - half, foot + step * unit * 2.6], [half * 2, unit * 2.7], color));
  }
}

function drawRoof({ add, palette, focus, unit }: Canvas, beam: number): void {
  const left = focus[0] - unit * 36;
  add(rect([left, beam], [unit * 72, unit * 5], '#f3e2c3'));
  add(rect([left, beam + unit * 3.8], [unit * 72, unit * 1.2], mix('#c69a63', palette.low, 0.3)));
  for (let index = 0; index < 12; index += 1) {
    const x = focus[0] + (index - 5.7) * unit * 6 - unit;
    add(rect([x, beam + unit * 0.7], [unit * 2, unit * 2.8], palette.accent));
  }
  const field = mix(palette.accent, palette.low, 0.5);
  add(polygon(placed(pointsOf('-39,0 0,-16 39,0'), [focus[0], beam], unit), '#f7e9cf'));
  add(polygon(placed(pointsOf('-30.4,-1.6 0,-13.4 30.4,-1.6'), [focus[0], beam], unit), field));
  add(circle([focus[0], beam - unit * 5.4], unit * 3, palette.light));
}

function drawColumn(canvas: Canvas, [x, foot]: Point, marble: string): void {
  const { unit, palette } = canvas;
  const [half, tall] = [unit * 3.1, unit * 42];
  canvas.add(
    polygon(
      [
        [x - half, foot],
        [x - half * 0.84, foot - tall],
        [x + half * 0.84, foot - tall],
        [x + half, foot],
      ],
      marble,
    ),
  );
  for (let flute = -2; flute <= 2; flute += 1)
    canvas.add(
      line(
        [x + flute * half * 0.36, foot - unit],
        [x + flute * half * 0.3, foot - tall],
        stroke(mix('#a97c47', palette.low, 0.4), unit * 0.35, 0.45),
      ),
    );
  canvas.add(
    rect([x - half * 1.3, foot - tall - unit * 1.6], [half * 2.6, unit * 1.9], '#f9ecd2'),
    rect([x - half * 1.25, foot - unit * 1.5], [half * 2.5, unit * 1.6], '#ecd5ab'),
  );
}

function drawCypress(canvas: Canvas, [x, y]: Point, tall: number): void {
  const { palette } = canvas;
  const wide = tall * 0.15;
  canvas.add(
    path(
      `M${x} ${y - tall}C${x + wide} ${y - tall * 0.5} ${x + wide} ${y - tall * 0.1} ${x} ${y}C${x - wide} ${y - tall * 0.1} ${x - wide} ${y - tall * 0.5} ${x} ${y - tall}Z`,
      canvas.linear(fade(mix(palette.low, palette.base, 0.35), palette.base), 'right'),
    ),
  );
}
