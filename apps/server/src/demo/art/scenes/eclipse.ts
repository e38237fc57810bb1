// A black sun in its corona, over broken towers. A cover scene.
import type { Canvas, Scene } from '../canvas.ts';
import { darken, mix } from '../color.ts';
import { circle, group, type Point, polygon } from '../svg.ts';
import { drawSky, drawStars } from './sky.ts';

export function eclipse(): Scene {
  return (canvas) => {
    const { palette, focus, unit } = canvas;
    drawSky(canvas, [palette.base, palette.low, palette.mid]);
    drawStars(canvas, 90, 0.6);
    const radius = unit * 27;
    canvas.glow(focus, radius * 3.2, { color: palette.high, strength: 0.9 });
    drawCorona(canvas, radius);
    canvas.add(
      circle(focus, radius * 1.045, palette.light),
      circle(focus, radius, darken(palette.base, 0.35)),
    );
    const diamond: Point = [focus[0] + radius * 0.72, focus[1] - radius * 0.7];
    canvas.glow(diamond, unit * 16, { color: '#ffffff', strength: 0.95 });
    drawTowers(canvas);
  };
}

function drawCorona(canvas: Canvas, radius: number): void {
  const { palette, focus, random } = canvas;
  const at = (turn: number, away: number): Point => [
    focus[0] + Math.cos(turn) * away,
    focus[1] + Math.sin(turn) * away,
  ];
  const side = 0.022;
  const spikes = Array.from({ length: 150 }, (_, index) => {
    const angle = (index / 150) * 2 * Math.PI + random.between(-0.02, 0.02);
    const tip = at(angle, radius * (1.15 + random.next() ** 3 * 1.5));
    const foot = radius * 0.9;
    const color = mix(palette.high, palette.light, random.next());
    return polygon([at(angle - side, foot), tip, at(angle + side, foot)], color);
  });
  canvas.add(group(spikes.join(''), { opacity: 0.5 }));
}

/** Low in the middle, where the sun stands. */
function drawTowers(canvas: Canvas): void {
  const { palette, unit, random, width, height } = canvas;
  for (let x = -2 * unit; x < width; x += unit * random.between(3, 8)) {
    const wide = unit * random.between(3, 9);
    const tall = unit * random.between(6, 34) * (0.5 + Math.abs(x / width - 0.5) * 1.5);
    const top = height * 0.8 - tall;
    const broken: Point[] = [
      [x, top + wide * random.next()],
      [x + wide * 0.6, top],
      [x + wide, top + wide * 0.7],
    ];
    canvas.add(polygon([[x, height], ...broken, [x + wide, height]], darken(palette.base, 0.3)));
  }
}
