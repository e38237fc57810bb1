// Heights in layers of cut paper, with grid, marks and moves. A cover scene.
import type { Canvas, Scene } from '../canvas.ts';
import { lighten, mix } from '../color.ts';
import {
  circle,
  line,
  type Point,
  path,
  pointsOf,
  polygon,
  polyline,
  regular,
  smooth,
  stroke,
  tint,
} from '../svg.ts';

export interface HeightMapOptions {
  /** A beam goes round. */
  radar?: boolean;
}

/** Heights in layers of cut paper, with grid, marks and moves. */
export function heightMap({ radar = false }: HeightMapOptions = {}): Scene {
  return (canvas) => {
    const { palette, focus, unit, random, width, height } = canvas;
    canvas.fill(palette.low);
    const peaks: [Point, number][] = [
      [[focus[0] - unit * 22, focus[1] - unit * 18], 52],
      [[focus[0] + unit * 30, focus[1] + unit * 30], 58],
      [[focus[0] + unit * 44, focus[1] - unit * 52], 40],
      [[focus[0] - unit * 46, focus[1] + unit * 62], 44],
    ];
    const levels = 7;
    const shapes = peaks.map(([center, size]) => ({
      center,
      size,
      wobble: Array.from({ length: 16 }, () => random.between(0.72, 1.22)),
    }));
    for (let level = 0; level < levels; level += 1) {
      const color = mix(
        mix(palette.low, palette.mid, 0.3 + level * 0.25),
        palette.high,
        Math.max(0, (level - 2) / 5),
      );
      for (const shape of shapes)
        drawLayer(canvas, { ...shape, size: shape.size * unit * (1 - level / (levels + 0.4)), color });
    }
    for (let x = (width / 2) % (unit * 11); x < width; x += unit * 11)
      canvas.add(line([x, 0], [x, height], stroke(palette.light, 1.2, 0.13)));
    for (let y = 0; y < height; y += unit * 11)
      canvas.add(line([0, y], [width, y], stroke(palette.light, 1.2, 0.13)));
    if (radar) drawRadar(canvas);
    drawMoves(canvas, radar);
  };
}

interface Layer {
  center: Point;
  size: number;
  wobble: readonly number[];
  color: string;
}

function drawLayer(canvas: Canvas, { center, size, wobble, color }: Layer): void {
  const { unit } = canvas;
  const rim = regular(center, size, { sides: wobble.length }).map(([x, y], index): Point => {
    const reach = wobble[index] ?? 1;
    return [center[0] + (x - center[0]) * reach, center[1] + (y - center[1]) * reach];
  });
  const data = smooth(rim, true);
  canvas.add(
    path(data, {
      fill: '#000000',
      'fill-opacity': 0.26,
      transform: `translate(${unit * 0.7} ${unit * 1.5})`,
    }),
    path(data, color),
  );
  canvas.add(path(data, stroke(lighten(color, 0.3), unit * 0.25, 0.5)));
}

function drawRadar(canvas: Canvas): void {
  const { palette, focus, unit } = canvas;
  for (const reach of [14, 28, 42])
    canvas.add(circle(focus, reach * unit, stroke(palette.accent, unit * 0.4, 0.75)));
  for (let slice = 0; slice < 14; slice += 1) {
    const at = (angle: number): Point => [
      focus[0] + Math.cos(angle) * unit * 42,
      focus[1] + Math.sin(angle) * unit * 42,
    ];
    canvas.add(
      polygon(
        [focus, at(-0.8 - slice * 0.08), at(-0.88 - slice * 0.08)],
        tint(palette.accent, 0.5 * (1 - slice / 14)),
      ),
    );
  }
  canvas.add(
    polyline(
      [
        [focus[0] - unit * 46, focus[1]],
        [focus[0] + unit * 46, focus[1]],
      ],
      stroke(palette.accent, unit * 0.3, 0.6),
    ),
  );
  canvas.add(
    polyline(
      [
        [focus[0], focus[1] - unit * 46],
        [focus[0], focus[1] + unit * 46],
      ],
      stroke(palette.accent, unit * 0.3, 0.6),
    ),
  );
}

/** Two sides, and an attack on its way. */
function drawMoves(canvas: Canvas, isMirrored: boolean): void {
  const { palette, focus, unit } = canvas;
  const side = isMirrored ? -1 : 1;
  const place = (points: string): Point[] =>
    pointsOf(points).map(([x, y]): Point => [focus[0] + side * x * unit, focus[1] + y * unit]);
  const dashes = (wide: number, gap: number) => ({ 'stroke-dasharray': `${unit * wide} ${unit * gap}` });
  const way = smooth(place('-30,26 -14,6 8,4 24,-18'));
  canvas.add(path(way, { ...stroke(palette.light, unit * 1.5), ...dashes(3.4, 2.2) }));
  canvas.add(polygon(place('26.4,-21.4 20.4,-18 26,-14.8'), palette.light));
  for (const at of place('-36,30 -28,36 -38,40')) drawTroop(canvas, at, { color: palette.light, sides: 3 });
  for (const at of place('30,-30 38,-24 24,-36')) drawTroop(canvas, at, { color: palette.accent, sides: 4 });
  const [target = focus] = place('30,-29');
  canvas.add(circle(target, unit * 12, { ...stroke(palette.accent, unit * 0.7), ...dashes(5, 2.5) }));
}

function drawTroop(canvas: Canvas, at: Point, { color, sides }: { color: string; sides: number }): void {
  const { palette, unit } = canvas;
  const disc = { ...stroke(color, unit * 0.6), fill: palette.base, 'fill-opacity': 0.75 };
  canvas.add(circle(at, unit * 4.2, disc), polygon(regular(at, unit * 2.2, { sides }), color));
}
