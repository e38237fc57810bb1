// A wall of bricks, and a ball that has broken through. A cover scene.
import { type Canvas, fade, type Scene } from '../canvas.ts';
import { darken, lighten } from '../color.ts';
import { circle, line, type Point, polygon, rect, regular, stroke, tint } from '../svg.ts';
import { drawSky } from './sky.ts';

const colors = ['#ff5a5f', '#ff8f3f', '#ffc93c', '#5fd068', '#38b6ff', '#7b6cff', '#d65db1'];

export function brickWall(): Scene {
  return (canvas) => {
    const { palette, focus, unit, width, height } = canvas;
    drawSky(canvas, [palette.base, palette.low, palette.mid]);
    for (let x = 0; x < width; x += unit * 5)
      canvas.add(line([x, 0], [x, height], stroke(palette.mid, 1, 0.25)));
    const hit: Point = [focus[0] + unit * 13, focus[1] - unit * 4];
    drawWall(canvas, hit);
    drawShards(canvas, hit);
    const paddle: Point = [focus[0] - unit * 14, focus[1] + unit * 38];
    drawBall(canvas, paddle, hit);
    drawPaddle(canvas, paddle);
  };
}

/** What is near the hit is gone, and what hangs low thins out. */
function drawWall(canvas: Canvas, hit: Point): void {
  const { unit, random, width } = canvas;
  const [wide, tall] = [width / 7, unit * 6.4];
  for (let row = 0; row < 9; row += 1) {
    for (let column = 0; column < 7; column += 1) {
      const at: Point = [column * wide, unit * 4 + row * (tall + unit * 0.7)];
      const away = Math.hypot(at[0] + wide / 2 - hit[0], (at[1] + tall / 2 - hit[1]) * 1.3);
      if (away < unit * random.between(10, 19) || (row > 5 && random.chance((row - 5) * 0.2))) continue;
      drawBrick(canvas, at, { size: [wide - unit * 0.8, tall], color: colors[row % colors.length] ?? '' });
    }
  }
}

function drawShards(canvas: Canvas, hit: Point): void {
  const { unit, random } = canvas;
  for (let index = 0; index < 26; index += 1) {
    const angle = random.between(0, 2 * Math.PI);
    const away = unit * random.between(5, 19);
    const at: Point = [hit[0] + Math.cos(angle) * away, hit[1] + Math.sin(angle) * away];
    const shard = regular(at, unit * random.between(0.6, 2.2), { sides: random.whole(3, 4), turn: angle });
    canvas.add(polygon(shard, random.pick(colors)));
  }
}

function drawBall(canvas: Canvas, paddle: Point, hit: Point): void {
  const { palette, unit } = canvas;
  for (let step = 0; step < 15; step += 1) {
    const share = step / 15;
    const y = paddle[1] - unit * 4 + (hit[1] - paddle[1]) * share;
    const trail = tint(palette.light, 0.05 + step * 0.045);
    canvas.add(circle([paddle[0] + (hit[0] - paddle[0]) * share, y], unit * (0.4 + step * 0.14), trail));
  }
  canvas.glow(hit, unit * 22, { color: palette.light, strength: 0.95 });
  canvas.add(circle(hit, unit * 3, canvas.radial(fade('#ffffff', palette.light), [0.35, 0.3])));
}

function drawPaddle(canvas: Canvas, [x, y]: Point): void {
  const { palette, unit } = canvas;
  const steel = canvas.linear([
    [0, '#f4f7ff'],
    [0.5, '#9fb0cc'],
    [1, '#4c5a78'],
  ]);
  canvas.add(rect([x - unit * 13, y], [unit * 26, unit * 4.6], { fill: steel, rx: unit * 2.3 }));
  for (const side of [-1, 1]) {
    const cap = { fill: palette.accent, rx: unit };
    canvas.add(rect([x + side * unit * 10 - unit * 1.6, y], [unit * 3.2, unit * 4.6], cap));
  }
}

function drawBrick(
  canvas: Canvas,
  [x, y]: Point,
  { size: [wide, tall], color }: { size: Point; color: string },
): void {
  const edge = canvas.unit * 0.9;
  canvas.add(
    rect([x, y], [wide, tall], { fill: darken(color, 0.4), rx: edge }),
    rect([x, y], [wide, tall - edge], { fill: color, rx: edge }),
  );
  canvas.add(
    rect([x + edge, y + edge * 0.6], [wide - edge * 2, tall * 0.24], {
      fill: lighten(color, 0.45),
      'fill-opacity': 0.8,
      rx: edge * 0.7,
    }),
  );
}
