// Above the clouds, a small aeroplane and its trail. A cover scene.
import { type Canvas, fade, type Scene } from '../canvas.ts';
import { lighten, mix } from '../color.ts';
import { group, type Point, path, polygon, rect } from '../svg.ts';
import { drawCloud, drawRays, drawSky, drawSun } from './sky.ts';

/** Above the clouds, a small aeroplane and its trail. */
export function flight(): Scene {
  return (canvas) => {
    const { palette, focus, unit, width, height, random } = canvas;
    drawSky(canvas, [palette.low, palette.mid, palette.high, palette.light, palette.light]);
    const sun: Point = [width * 0.7, focus[1] + unit * 12];
    drawRays(canvas, sun, { count: 22, color: lighten(palette.light, 0.6) });
    drawSun(canvas, sun, { radius: unit * 8, color: lighten(palette.light, 0.5) });
    for (let layer = 0; layer < 7; layer += 1) {
      const y = focus[1] + unit * (20 + layer * 11);
      const color = mix(
        mix(palette.light, '#ffffff', 0.5),
        mix(palette.mid, palette.base, 0.35),
        (layer / 6) ** 1.1,
      );
      for (let x = -unit * 10; x < width + unit * 20; x += unit * (14 + layer * 2)) {
        drawCloud(canvas, [x + random.between(-8, 8) * unit, y + random.between(-4, 4) * unit], {
          size: unit * (12 + layer * 3.4) * random.between(0.8, 1.3),
          color,
        });
      }
      canvas.add(
        rect([0, y], [width, height - y], canvas.linear(fade(color, mix(color, palette.base, 0.25)))),
      );
    }
    drawPlane(canvas, [focus[0] - unit * 8, focus[1] - unit * 8]);
  };
}

function drawPlane(canvas: Canvas, [x, y]: Point): void {
  const { unit, palette } = canvas;
  const trail = canvas.linear(
    [
      [0, '#ffffff', 0],
      [1, '#ffffff', 0.75],
    ],
    'right',
  );
  for (const side of [-2.2, 2.2])
    canvas.add(
      polygon(
        [
          [x - unit * 60, y + unit * 30 + side * unit],
          [x, y + side * unit * 0.5],
          [x, y + side * unit * 0.5 + unit * 0.7],
          [x - unit * 60, y + unit * 32 + side * unit],
        ],
        trail,
      ),
    );
  const parts: [string, string][] = [
    ['M-12 1.2C-4 -2.4 12 -3 19 0C12 3 -4 3.2 -12 2.4Z', '#fdfcf9'],
    ['M2 0L-9 -17L-4.6 -17L9 -0.4Z', mix('#fdfcf9', palette.mid, 0.22)],
    ['M3 1.4L-6 19L-1.4 19L9.6 1.2Z', mix('#fdfcf9', palette.mid, 0.42)],
    ['M-10 1L-16.4 -6.4L-13.4 -6.6L-6.6 0.2Z', palette.accent],
    ['M11 -1.6C14 -1.9 17 -1.2 18.4 -0.3L12.4 -0.1Z', mix(palette.base, palette.mid, 0.3)],
  ];
  const drawn = parts.map(([data, color]) => path(data, color)).join('');
  canvas.add(
    group(drawn, { transform: `translate(${x + unit * 4} ${y}) rotate(-24) scale(${unit * 1.25})` }),
  );
}
