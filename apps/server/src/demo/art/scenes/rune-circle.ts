// A summoning circle. A cover scene.
import { type Canvas, fade, type Scene } from '../canvas.ts';
import {
  circle,
  group,
  type Point,
  placed,
  pointsOf,
  polygon,
  polyline,
  regular,
  stroke,
  tint,
} from '../svg.ts';

export function runeCircle(): Scene {
  return (canvas) => {
    const { palette, focus, unit, random, width, height } = canvas;
    canvas.fill(
      canvas.radial([
        [0, palette.mid],
        [0.55, palette.low],
        [1, palette.base],
      ]),
    );
    canvas.glow(focus, unit * 78, { color: palette.high, strength: 0.7 });
    drawRings(canvas);
    drawHeptagram(canvas);
    for (let index = 0; index < 28; index += 1) drawSign(canvas, (index / 28) * 360);
    canvas.glow(focus, unit * 26, { color: '#ffffff', strength: 0.85 });
    const crystal = placed(pointsOf('0,-9 5,-1 0,7 -5,-1'), focus, unit);
    canvas.add(polygon(crystal, canvas.linear(fade('#ffffff', palette.accent), 'diagonal')));
    for (let index = 0; index < 90; index += 1) {
      const at: Point = [random.between(0, width), random.between(0, height * 0.9)];
      canvas.add(circle(at, unit * random.between(0.15, 0.6), tint(palette.light, random.between(0.2, 0.9))));
    }
  };
}

function drawRings({ add, palette, focus, unit }: Canvas): void {
  const ring = (radius: number, wide: number, more = {}) =>
    circle(focus, radius * unit, { ...stroke(palette.light, wide * unit), ...more });
  add(ring(43, 0.5), ring(41, 1.4), ring(32, 1), ring(30.6, 0.35), ring(12, 0.9));
  add(ring(46, 0.4, { 'stroke-dasharray': `${unit} ${unit * 2.2}` }));
}

/** Seven corners, every third one joined. */
function drawHeptagram({ add, palette, focus, unit }: Canvas): void {
  const corners = regular(focus, 31 * unit, { sides: 7 });
  const joined = corners.map((_, index) => corners[(index * 3) % 7] ?? focus);
  const lines = { ...stroke(palette.light, unit * 0.9), fill: palette.accent, 'fill-opacity': 0.12 };
  add(polygon(joined, { ...lines, 'stroke-linejoin': 'round' }));
  for (const at of corners) {
    add(circle(at, unit * 3.2, { ...stroke(palette.light, unit * 0.7), fill: palette.low }));
    add(circle(at, unit * 1.1, palette.accent));
  }
}

/** Of a script that nobody can read. */
function drawSign({ add, palette, focus, unit, random }: Canvas, angle: number): void {
  const end = (): Point => [random.whole(-1, 1), random.whole(-2, 2)];
  const ink = { ...stroke(palette.light, 0.5), 'stroke-linecap': 'round' };
  const strokes = Array.from({ length: 4 }, () => {
    const from = end();
    return polyline([from, end(), [0, from[1]]], ink);
  });
  const [x, y] = focus;
  const place = `rotate(${angle} ${x} ${y}) translate(${x} ${y - 36.4 * unit}) scale(${unit * 1.25})`;
  add(group(strokes.join(''), { transform: place }));
}
