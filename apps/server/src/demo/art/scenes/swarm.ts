// Invaders come down, one ship stands against them. A cover scene.
import { type Canvas, fade, type Scene } from '../canvas.ts';
import { mix } from '../color.ts';
import { circle, ellipse, type Point, placed, pointsOf, polygon, rect } from '../svg.ts';
import { drawSky, drawStars } from './sky.ts';

const invader = [
  '..x.....x..',
  '...x...x...',
  '..xxxxxxx..',
  '.xx.xxx.xx.',
  'xxxxxxxxxxx',
  'x.xxxxxxx.x',
  'x.x.....x.x',
  '...xx.xx...',
];
const squid = [
  '...xx...',
  '..xxxx..',
  '.xxxxxx.',
  'xx.xx.xx',
  'xxxxxxxx',
  '..x..x..',
  '.x.xx.x.',
  'x.x..x.x',
];

function sprite(
  rows: readonly string[],
  [x, y]: Point,
  { size, color }: { size: number; color: string },
): string {
  const cells = rows.flatMap((row, down) =>
    [...row].flatMap((mark, right) =>
      mark === 'x'
        ? [rect([x + (right - row.length / 2) * size, y + down * size], [size + 0.4, size + 0.4], color)]
        : [],
    ),
  );
  return cells.join('');
}

export function swarm(): Scene {
  return (canvas) => {
    const { palette, focus, unit, width } = canvas;
    drawSky(canvas, [palette.base, palette.low, palette.base]);
    canvas.glow([width * 0.25, focus[1] - unit * 30], unit * 80, { color: palette.mid, strength: 0.6 });
    drawStars(canvas, 200);
    drawInvaders(canvas);
    const ship: Point = [focus[0], focus[1] + unit * 44];
    drawShots(canvas, ship);
    drawShip(canvas, ship);
  };
}

function drawInvaders(canvas: Canvas): void {
  const { palette, focus, unit, random } = canvas;
  const colors = [palette.accent, palette.high, palette.light, palette.mid];
  for (let row = 0; row < 5; row += 1) {
    const looks = { size: unit * 1.06, color: colors[row % colors.length] ?? palette.light };
    for (let column = -2; column <= 2; column += 1) {
      const x = focus[0] + column * unit * 18 + (row % 2 ? unit * 3 : -unit * 3);
      if (random.chance(0.1)) continue;
      canvas.add(sprite(row % 2 ? squid : invader, [x, focus[1] - unit * (50 - row * 13.5)], looks));
    }
  }
}

function drawShots(canvas: Canvas, [x, y]: Point): void {
  const { palette, unit } = canvas;
  for (let index = 0; index < 44; index += 1) {
    const angle = -Math.PI / 2 + ((index % 11) - 5) * 0.17;
    const away = unit * (11 + Math.floor(index / 11) * 13);
    const at: Point = [x + Math.cos(angle) * away, y + Math.sin(angle) * away];
    canvas.glow(at, unit * 3, { color: palette.accent, strength: 0.8 });
    canvas.add(circle(at, unit * 0.9, '#fff7e0'));
  }
}

function drawShip(canvas: Canvas, [x, y]: Point): void {
  const { palette, unit } = canvas;
  canvas.glow([x, y + unit * 9], unit * 15, { color: palette.high, strength: 0.9 });
  const hull = pointsOf('0,-8 2,-1 8,5 8,8 2.4,6.4 0,8 -2.4,6.4 -8,8 -8,5 -2,-1');
  const steel = canvas.linear(fade('#ffffff', mix(palette.mid, palette.light, 0.4)));
  canvas.add(polygon(placed(hull, [x, y], unit), steel));
  canvas.add(ellipse([x, y - unit], [unit * 1.1, unit * 2.4], palette.accent));
}
