// A cut through a mountain: halls, shafts, lamps, what glitters. A cover scene.
import type { Canvas, Scene } from '../canvas.ts';
import { darken, lighten, mix } from '../color.ts';
import { createRidge } from '../random.ts';
import {
  circle,
  ellipse,
  type Point,
  path,
  placed,
  pointsOf,
  polygon,
  polyline,
  rect,
  smooth,
  stroke,
} from '../svg.ts';
import { drawSky, drawSun } from './sky.ts';

export function galleries(): Scene {
  return (canvas) => {
    const { palette, focus, unit, width } = canvas;
    drawSky(canvas, [palette.mid, palette.high, palette.light, palette.light]);
    const sun = { radius: unit * 7, color: lighten(palette.light, 0.2) };
    drawSun(canvas, [width * 0.78, focus[1] - unit * 44], sun);
    const ground = focus[1] - unit * 14;
    for (let layer = 0; layer < 9; layer += 1) drawLayer(canvas, layer, ground + layer * unit * 13);
    // The golden ratio keeps neighbours apart.
    const halls = Array.from({ length: 12 }, (_, index): Point => {
      return [width * (0.16 + ((index * 0.618) % 1) * 0.68), ground + unit * (15 + index * 8.6)];
    });
    for (const [index, hall] of halls.entries()) {
      const following = halls[index + 1] ?? hall;
      const shaft = stroke(darken(palette.base, 0.35), unit * 3.4);
      canvas.add(
        polyline([hall, [following[0], hall[1]], following], { ...shaft, 'stroke-linejoin': 'round' }),
      );
    }
    for (const hall of halls) drawHall(canvas, hall);
  };
}

/** The uppermost is the mountain, grass up to the rock and the snow. */
function drawLayer(canvas: Canvas, layer: number, level: number): void {
  const { palette, unit, width, height, random } = canvas;
  const isTop = layer === 0;
  const rim = createRidge(random, 33, isTop ? 0.6 : 0.45).map((rise, index): Point => {
    const slope = Math.max(0, 1 - Math.abs(index / 16 - 1) * 1.7) ** 1.2;
    const hill = layer < 2 ? slope * unit * (34 - layer * 18) : 0;
    return [(index / 32) * (width + 20) - 10, level - rise * unit * (isTop ? 9 : 6) - hill];
  });
  const color = isTop ? palette.accent : mix(palette.low, palette.base, (layer - 1) / 7.5);
  const rock = mix('#8a8f94', palette.accent, 0.3);
  const snowy = [
    [0, '#ffffff'],
    [0.045, '#e8eef2'],
    [0.075, rock],
    [0.19, palette.accent],
  ] as const;
  const face = isTop ? canvas.linear(snowy) : color;
  canvas.add(path(`${smooth(rim)}L${width + 10} ${height}L-10 ${height}Z`, face));
  for (let stone = 0; stone < 16; stone += 1) {
    const at: Point = [random.between(0, width), level + random.between(3, 12) * unit];
    const size: Point = [unit * random.between(0.5, 1.6), unit * random.between(0.3, 0.9)];
    canvas.add(ellipse(at, size, lighten(color, 0.09)));
  }
}

function drawHall(canvas: Canvas, [x, y]: Point): void {
  const { palette, unit, random } = canvas;
  const [wide, tall] = [unit * random.between(11, 19), unit * random.between(6, 8)];
  canvas.add(
    rect([x - wide / 2, y - tall / 2], [wide, tall], { fill: darken(palette.base, 0.35), rx: unit * 2 }),
  );
  canvas.glow([x, y - tall * 0.1], wide * 0.72, { color: '#ffb43d', strength: 0.75 });
  canvas.add(
    rect([x - wide / 2, y + tall / 2 - unit * 1.1], [wide, unit * 1.1], mix(palette.base, '#ffb43d', 0.25)),
  );
  canvas.add(circle([x, y - tall * 0.22], unit * 0.9, '#fff1c4'));
  for (let index = 0; index < 3; index += 1) {
    const at = x + random.between(-0.38, 0.38) * wide;
    const foot = y + tall / 2 - unit;
    if (random.chance(0.5)) {
      const gem = placed(pointsOf('-1,0 -0.3,-2.4 0.5,-1.6 1,0'), [at, foot], unit);
      canvas.add(polygon(gem, random.pick(['#7ad7f0', '#e86fa8', '#ffd75e'])));
    } else
      canvas.add(
        ellipse([at, foot - unit * 1.5], [unit * 0.9, unit * 1.5], darken(palette.base, 0.2)),
        circle([at, foot - unit * 3.1], unit * 0.8, mix(palette.light, palette.base, 0.25)),
      );
  }
}
