// Bubbles hang under a frozen ceiling. A cover scene.
import type { Canvas, Scene } from '../canvas.ts';
import { darken, lighten } from '../color.ts';
import { createField } from '../random.ts';
import { circle, ellipse, type Point, polygon, stroke, tint } from '../svg.ts';
import { drawSky } from './sky.ts';

const bubbleColors = ['#ff5c7a', '#ffb52e', '#ffe94a', '#4fd77a', '#43b7ff', '#b079ff', '#f4f7ff'];

export function bubbles(): Scene {
  return (canvas) => {
    const { palette, focus, unit, height } = canvas;
    drawSky(canvas, [palette.low, palette.mid, palette.high]);
    drawIcicles(canvas);
    const looks = bubbleColors.map((color) => glassOf(canvas, color));
    const radius = unit * 7.2;
    drawCluster(canvas, looks, radius);
    const [x, y] = [focus[0], height * 0.72];
    for (let step = 1; step < 9; step += 1) {
      const dot: Point = [x + step * unit * 2.4, y - step * unit * 5];
      canvas.add(circle(dot, unit * 0.8, tint('#ffffff', 1 - step / 11)));
    }
    drawBubble(canvas, [x, y], { radius: radius * 1.1, look: looks[4] ?? palette.accent });
  };
}

function drawIcicles(canvas: Canvas): void {
  const { palette, unit, random, width, height } = canvas;
  for (let index = 0; index < 16; index += 1) {
    const x = (index / 15) * width;
    const tip: Point = [x + random.between(-4, 4) * unit, height - unit * random.between(24, 58)];
    const spike: Point[] = [[x - unit * 9, height], tip, [x + unit * 9, height]];
    canvas.add(polygon(spike, tint(lighten(palette.high, 0.4), 0.22)));
  }
}

function glassOf(canvas: Canvas, color: string): string {
  const stops = [
    [0, lighten(color, 0.85)],
    [0.3, lighten(color, 0.2)],
    [0.8, darken(color, 0.28)],
    [1, darken(color, 0.05)],
  ] as const;
  return canvas.radial(stops, [0.34, 0.28]);
}

/** Colours come in clumps, and gaps grow downwards. */
function drawCluster(canvas: Canvas, looks: readonly string[], radius: number): void {
  const { focus, unit, random, width } = canvas;
  const field = createField(random);
  for (let row = 0; row * radius * 1.74 < focus[1] + unit * 30; row += 1) {
    for (let column = 0; column < width / radius; column += 1) {
      const at: Point = [column * radius * 2 + (row % 2 ? radius : 0), radius * 0.3 + row * radius * 1.74];
      const hang = row / 8 + Math.abs(column - 3.4) * 0.02;
      if (row > 3 && field(column * 0.8, row * 0.5) < hang * 0.78) continue;
      const clump = Math.floor(field(column / 2.2 + 7, row / 2.2) * looks.length * 1.35);
      drawBubble(canvas, at, { radius: radius * 0.97, look: looks[clump % looks.length] ?? '' });
    }
  }
}

function drawBubble(canvas: Canvas, [x, y]: Point, { radius, look }: { radius: number; look: string }): void {
  canvas.add(
    circle([x + radius * 0.08, y + radius * 0.16], radius, tint('#0b2244', 0.28)),
    circle([x, y], radius, look),
  );
  canvas.add(
    ellipse([x - radius * 0.34, y - radius * 0.44], [radius * 0.3, radius * 0.18], {
      fill: '#ffffff',
      'fill-opacity': 0.9,
      transform: `rotate(-36 ${x - radius * 0.34} ${y - radius * 0.44})`,
    }),
  );
  canvas.add(circle([x, y], radius * 0.94, stroke('#ffffff', radius * 0.08, 0.28)));
}
