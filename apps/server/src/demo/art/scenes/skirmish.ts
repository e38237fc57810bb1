// Islands in the air with little fighters on them. A cover scene.
import { type Canvas, fade, type Scene } from '../canvas.ts';
import { darken, mix } from '../color.ts';
import { circle, group, type Point, path, polygon, smooth, spotsOf, star, stroke, tint } from '../svg.ts';
import { drawHog, drawTee } from './fighters.ts';
import { drawCloud, drawSky } from './sky.ts';

/** Islands in the air, and round little fighters on them. */
export function skirmish({ fighters }: { fighters: 'hogs' | 'tees' }): Scene {
  return (canvas) => {
    const { palette, focus, unit, width } = canvas;
    drawSky(canvas, [palette.low, palette.mid, palette.high]);
    for (const [x, y, size] of spotsOf('0.18,-34,13 0.82,-22,17 0.5,26,20 0.08,44,15 0.95,52,18')) {
      drawCloud(canvas, [x * width, focus[1] + y * unit], {
        size: size * unit,
        color: mix(palette.high, '#ffffff', 0.55),
      });
    }
    const islands: [number, number, number][] =
      fighters === 'hogs' ? spotsOf('-25,10,25 27,24,22 4,-30,13') : spotsOf('0,22,30 -30,-10,15 30,-20,15');
    for (const [dx, dy, size] of islands)
      drawIsland(canvas, [focus[0] + dx * unit, focus[1] + dy * unit], size * unit);
    const colors = [palette.accent, '#4f8ee8', '#f0c33c', '#e0559a'];
    const seats = islands.flatMap(([dx, dy, size]): Point[] =>
      size < 20
        ? [[dx, dy]]
        : [
            [dx - size * 0.42, dy + 0.4],
            [dx + size * 0.4, dy],
          ],
    );
    for (const [index, [dx, dy]] of seats.entries()) {
      const at: Point = [focus[0] + dx * unit, focus[1] + (dy - 4.6) * unit];
      const looks = { color: colors[index % colors.length] ?? palette.accent, turn: dx < 0 ? 1 : -1 };
      if (fighters === 'hogs') drawHog(canvas, at, looks);
      else drawTee(canvas, at, looks);
    }
    drawShot(canvas);
  };
}

function drawIsland(canvas: Canvas, [x, y]: Point, size: number): void {
  const { palette, random, unit } = canvas;
  const under = Array.from({ length: 9 }, (_, index): Point => {
    const share = index / 8;
    return [
      x + size - share * size * 2,
      y + size * (0.18 + Math.sin(share * Math.PI) * random.between(0.55, 1)),
    ];
  });
  const rim = Array.from(
    { length: 7 },
    (_, index): Point => [x - size + (index / 6) * size * 2, y + random.between(-0.02, 0.05) * size],
  );
  const land = smooth([...rim, ...under], true);
  canvas.add(path(land, canvas.linear(fade(mix(palette.base, palette.accent, 0.4), palette.base))));
  const spots = Array.from({ length: 12 }, () =>
    circle(
      [x + random.between(-0.8, 0.8) * size, y + random.between(0.2, 0.8) * size],
      unit * random.between(0.8, 2.4),
      tint(palette.base, 0.35),
    ),
  );
  canvas.add(group(spots.join(''), { 'clip-path': canvas.clip(path(land, '#ffffff')) }));
  const grass = (color: string, wide: number) => ({
    ...stroke(color, size * wide),
    'stroke-linecap': 'round',
  });
  const lowered = { transform: `translate(0 ${size * 0.035})` };
  canvas.add(path(smooth(rim), { ...grass(darken(palette.light, 0.25), 0.19), ...lowered }));
  canvas.add(path(smooth(rim), grass(palette.light, 0.13)));
}

/** A shot in flight, and where an earlier one has landed. */
function drawShot(canvas: Canvas): void {
  const { focus, unit, palette } = canvas;
  for (let step = 0; step < 17; step += 1) {
    const share = step / 16;
    const at: Point = [
      focus[0] + (-26 + share * 50) * unit,
      focus[1] + (2 - Math.sin(share * Math.PI * 0.94) * 44 + share * 8) * unit,
    ];
    canvas.add(circle(at, unit * (0.5 + share * 0.5), tint('#ffffff', 0.35 + share * 0.6)));
  }
  const hit: Point = [focus[0] + unit * 25, focus[1] + unit * 11];
  canvas.glow(hit, unit * 24, { color: '#ffd166', strength: 0.9 });
  for (const [size, color] of [
    [15, palette.accent],
    [10.5, '#ffd166'],
    [6, '#fff7dd'],
  ] as const) {
    const burst = star(hit, size * unit, { spikes: 11, depth: 0.6 });
    canvas.add(polygon(burst, color));
  }
}
