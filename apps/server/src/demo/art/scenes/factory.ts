// A factory from above: belts, drills, ore, turrets at work. A cover scene.
import type { Canvas, Scene } from '../canvas.ts';
import { darken, mix } from '../color.ts';
import { createField } from '../random.ts';
import {
  circle,
  line,
  type Point,
  placed,
  pointsOf,
  polygon,
  polyline,
  rect,
  regular,
  star,
  stroke,
} from '../svg.ts';

const belts = [
  pointsOf('-1,3 4,3 4,8 9,8 9,2 18,2'),
  pointsOf('2,15 2,11 7,11 7,8'),
  pointsOf('13,14 13,6 9,6'),
];

export function factory(): Scene {
  return (canvas) => {
    const { focus, unit } = canvas;
    const size = unit * 6;
    drawGround(canvas, size);
    const top = Math.round(focus[1] / size) - 7;
    for (const belt of belts) drawBelt(canvas, placed(belt, [size / 2, (top + 0.5) * size], size), size);
    for (const [x, y] of pointsOf('1,6 6,4.6 11.6,10 6,13 14.4,3.6')) {
      drawDrill(canvas, [x * size, (y + top) * size], size);
    }
    drawTurrets(canvas, size);
  };
}

function drawGround(canvas: Canvas, size: number): void {
  const { palette, random, width, height } = canvas;
  const field = createField(random);
  for (let row = 0; row * size < height; row += 1) {
    for (let column = 0; column * size < width; column += 1) {
      const ground = mix(palette.base, palette.low, 0.3 + field(column / 2, row / 2 + 9) * 0.6);
      canvas.add(rect([column * size, row * size], [size + 0.5, size + 0.5], ground));
      if (field(column / 3 + 3, row / 3) > 0.66) drawOre(canvas, [column * size, row * size], size);
    }
  }
}

function drawOre({ add, palette, random, unit }: Canvas, [x, y]: Point, size: number): void {
  for (let stone = 0; stone < 5; stone += 1) {
    const at: Point = [x + random.next() * size, y + random.next() * size];
    const shape = regular(at, unit * random.between(0.5, 1.3), { sides: 5, turn: random.next() });
    add(polygon(shape, random.chance(0.5) ? palette.high : mix(palette.high, palette.base, 0.4)));
  }
}

function drawBelt(canvas: Canvas, way: readonly Point[], size: number): void {
  const { palette, unit } = canvas;
  canvas.add(
    polyline(way, stroke(darken(palette.base, 0.45), size * 0.98)),
    polyline(way, stroke(mix(palette.base, palette.mid, 0.55), size * 0.76)),
  );
  for (const [index, from] of way.entries()) {
    const to = way[index + 1];
    if (!to) return;
    const away = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const [dx, dy] = [(to[0] - from[0]) / away, (to[1] - from[1]) / away];
    for (let along = size * 0.2; along < away; along += size * 0.62) {
      const [x, y] = [from[0] + dx * along, from[1] + dy * along];
      const mark = (back: number, side: number): Point => [
        x - dx * back - dy * side,
        y - dy * back + dx * side,
      ];
      canvas.add(
        polyline(
          [mark(unit, unit * 1.3), mark(-unit * 0.4, 0), mark(unit, -unit * 1.3)],
          stroke(palette.light, unit * 0.55, 0.75),
        ),
      );
      if (Math.floor(along / size) % 2)
        canvas.add(polygon(regular([x, y], unit * 1.35, { sides: 4 }), palette.accent));
    }
  }
}

function drawDrill(canvas: Canvas, [x, y]: Point, size: number): void {
  const { palette, unit } = canvas;
  canvas.add(
    rect([x - size + unit, y - size + unit * 1.6], [size * 2, size * 2], {
      fill: '#000000',
      'fill-opacity': 0.4,
      rx: unit,
    }),
  );
  canvas.add(
    rect([x - size, y - size], [size * 2, size * 2], {
      fill: mix(palette.mid, palette.light, 0.25),
      rx: unit,
    }),
    rect([x - size * 0.85, y - size * 0.85], [size * 1.7, size * 1.7], {
      fill: mix(palette.base, palette.mid, 0.7),
      rx: unit * 0.6,
    }),
  );
  const teeth = star([x, y], size * 0.72, { spikes: 8, depth: 0.72 });
  canvas.add(
    polygon(teeth, palette.light),
    circle([x, y], size * 0.34, palette.accent),
    circle([x, y], size * 0.15, darken(palette.base, 0.3)),
  );
}

/** All of them fire at one intruder. */
function drawTurrets(canvas: Canvas, size: number): void {
  const { palette, focus, unit } = canvas;
  const target: Point = [focus[0] + unit * 30, focus[1] - unit * 38];
  for (const at of placed(pointsOf('-30,-14 4,6 34,22'), focus, unit)) {
    canvas.add(
      line(at, target, stroke(palette.accent, unit * 2.6, 0.35)),
      line(at, target, stroke('#ffffff', unit, 0.95)),
      polygon(regular(at, size * 0.95, { sides: 6 }), darken(palette.base, 0.3)),
      polygon(regular(at, size * 0.72, { sides: 6 }), palette.mid),
      circle(at, size * 0.3, palette.light),
    );
  }
  canvas.glow(target, unit * 22, { color: palette.accent, strength: 1 });
  const hull = { ...stroke('#ff6b6b', unit), fill: '#3a1220' };
  canvas.add(polygon(regular(target, unit * 7, { sides: 3, turn: 0.5 }), hull));
  canvas.add(polygon(star(target, unit * 5, { spikes: 6, depth: 0.4 }), '#fff4d0'));
}
