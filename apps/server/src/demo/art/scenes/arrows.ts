// Arrows rise in four columns. A cover scene.
import type { Canvas, Scene } from '../canvas.ts';
import { lighten } from '../color.ts';
import { group, pointsOf, polygon, rect, stroke } from '../svg.ts';
import { drawSky } from './sky.ts';

const shape = pointsOf('0,-8 8,0 4.6,3.2 2.2,1 2.2,8 -2.2,8 -2.2,1 -4.6,3.2 -8,0');
const turns = [-90, 180, 0, 90];

export function arrows(): Scene {
  return (canvas) => {
    const { palette, focus, unit, width } = canvas;
    drawSky(canvas, [palette.base, palette.low, palette.mid]);
    canvas.glow([focus[0], focus[1] - unit * 20], unit * 90, { color: palette.mid, strength: 0.7 });
    const colors = [palette.accent, palette.high, '#5ee6a8', '#ffd34d'];
    for (const [column, turn] of turns.entries()) {
      drawColumn(canvas, width * (0.17 + column * 0.22), { turn, color: colors[column] ?? palette.accent });
    }
  };
}

function drawColumn(canvas: Canvas, x: number, { turn, color }: { turn: number; color: string }): void {
  const { palette, unit, random, height } = canvas;
  const shine = [
    [0, color, 0.02],
    [0.6, color, 0.2],
    [1, color, 0],
  ] as const;
  canvas.add(rect([x - unit * 9.4, 0], [unit * 18.8, height], canvas.linear(shine)));
  const draw = (y: number, paint: Record<string, string | number>) => {
    const place = `translate(${x} ${y}) rotate(${turn}) scale(${unit * 1.02})`;
    canvas.add(group(polygon(shape, paint), { transform: place }));
  };
  draw(unit * 14, { ...stroke(palette.light, 1), fill: palette.base, 'fill-opacity': 0.5 });
  const beats = [22, 22, 33, 44];
  for (let y = unit * (34 + random.whole(0, 3) * 11); y < height * 0.86; y += unit * random.pick(beats)) {
    canvas.glow([x, y], unit * 15, { color, strength: 0.55 });
    draw(y, { ...stroke(lighten(color, 0.7), 0.9), fill: color, 'stroke-linejoin': 'round' });
  }
}
