// A city after its end, under a swollen moon. A cover scene.
import { type Canvas, fade, type Scene } from '../canvas.ts';
import { darken, mix } from '../color.ts';
import { circle, line, type Point, polygon, rect, spotsOf, stroke, tint } from '../svg.ts';
import { drawBirds, drawSky, drawStars } from './sky.ts';

/** A city after its end, under a swollen moon. */
export function deadCity(): Scene {
  return (canvas) => {
    const { palette, focus, unit, width, height, random } = canvas;
    drawSky(canvas, [palette.base, palette.low, palette.mid, palette.high]);
    drawStars(canvas, 60, 0.35);
    const moon: Point = [focus[0] + unit * 8, focus[1] - unit * 8];
    canvas.glow(moon, unit * 66, { color: palette.high, strength: 0.75 });
    canvas.add(circle(moon, unit * 25, canvas.linear(fade(palette.light, palette.accent))));
    for (const [dx, dy, size] of spotsOf('-8,-6,5 7,4,7 -3,11,3.4 10,-11,3'))
      canvas.add(circle([moon[0] + dx * unit, moon[1] + dy * unit], size * unit, tint(palette.accent, 0.4)));
    for (let layer = 0; layer < 4; layer += 1) {
      const color = mix(mix(palette.mid, palette.high, 0.35), darken(palette.base, 0.4), 0.4 + layer * 0.2);
      for (let x = -unit * 4; x < width + unit * 4; ) {
        const wide = unit * random.between(6, 14);
        drawRuin(canvas, {
          x,
          wide,
          top: focus[1] + unit * (14 + layer * 9) - unit * random.between(0, 34 - layer * 5),
          color,
        });
        x += wide * random.between(0.8, 0.98);
      }
      canvas.add(
        rect(
          [0, focus[1] + unit * (14 + layer * 10)],
          [width, height],
          canvas.linear([
            [0, palette.high, 0],
            [0.25, palette.high, 0.14],
            [1, palette.base, 0.3],
          ]),
        ),
      );
    }
    drawBirds(canvas, [focus[0] - unit * 12, focus[1] - unit * 26], darken(palette.base, 0.3));
  };
}

function drawRuin(
  canvas: Canvas,
  { x, wide, top, color }: { x: number; wide: number; top: number; color: string },
): void {
  const { height, unit, random } = canvas;
  const torn = Array.from(
    { length: 6 },
    (_, index): Point => [
      x + (index / 5) * wide,
      top + (random.chance(0.55) ? random.between(0, 7) * unit : 0),
    ],
  );
  canvas.add(polygon([[x, height], ...torn, [x + wide, height]], color));
  for (let y = top + unit * 9; y < top + unit * 52; y += unit * 3.4) {
    for (let column = x + unit * 1.2; column < x + wide - unit * 1.8; column += unit * 2.6) {
      if (!random.chance(0.4)) continue;
      canvas.add(rect([column, y], [unit * 1.3, unit * 1.9], darken(color, 0.3)));
    }
  }
  if (random.chance(0.3))
    canvas.add(
      line(
        [x + wide / 2, top + unit * 4],
        [x + wide / 2 + unit * random.between(-1.4, 1.4), top - unit * 9],
        stroke(color, unit * 0.5),
      ),
    );
}
