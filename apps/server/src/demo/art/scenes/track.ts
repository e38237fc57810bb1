// A circuit from above: kerbs, gravel, the racing line. A cover scene.
import type { Canvas, Scene } from '../canvas.ts';
import { darken, lighten, mix } from '../color.ts';
import { group, type Point, path, pointsOf, polygon, rect, smooth, stroke, tint } from '../svg.ts';

const bends = pointsOf(
  '-30,-62 12,-58 34,-38 20,-14 -10,-8 -20,12 8,24 38,14 46,44 20,66 -24,62 -40,36 -36,-4 -44,-34',
);

export function track(): Scene {
  return (canvas) => {
    const { focus, unit } = canvas;
    drawLawn(canvas);
    drawRoad(canvas);
    drawGrid(canvas, [focus[0] - unit * 30, focus[1] - unit * 58]);
  };
}

function drawLawn(canvas: Canvas): void {
  const { palette, unit, width, height } = canvas;
  canvas.fill(palette.low);
  for (let x = -unit * 36; x < width * 1.5; x += unit * 9) {
    const [right, drift] = [x + unit * 4.5, width * 0.4];
    const stripe: Point[] = [
      [x, 0],
      [right, 0],
      [right - drift, height],
      [x - drift, height],
    ];
    canvas.add(polygon(stripe, tint(palette.mid, 0.35)));
  }
}

/** Wide strokes under narrow ones: shadow, gravel, kerbs, asphalt, rubber, the middle. */
function drawRoad({ add, palette, focus, unit }: Canvas): void {
  const way = smooth(
    bends.map(([x, y]): Point => [focus[0] + x * unit * 1.12, focus[1] + (y + 6) * unit * 0.98]),
    true,
  );
  const layer = (color: string, wide: number, more: Record<string, string | number> = {}) =>
    add(path(way, { ...stroke(color, wide * unit), 'stroke-linejoin': 'round', ...more }));
  const dashes = (on: number, off: number) => ({ 'stroke-dasharray': `${unit * on} ${unit * off}` });
  const below = { transform: `translate(${unit * 1.5} ${unit * 2})`, 'stroke-opacity': 0.5 };
  layer(darken(palette.low, 0.35), 23, below);
  layer(mix(palette.high, palette.low, 0.25), 21);
  layer(lighten(palette.light, 0.6), 15.4);
  layer(palette.accent, 15.4, dashes(3, 3));
  layer(mix(palette.base, '#4a4a52', 0.5), 12.6);
  layer(darken(palette.base, 0.3), 4, { ...dashes(40, 14), 'stroke-opacity': 0.45 });
  layer(palette.light, 0.5, { ...dashes(2, 3), 'stroke-opacity': 0.6 });
}

/** Start line and cars. */
function drawGrid(canvas: Canvas, [x, y]: Point): void {
  const { palette, unit } = canvas;
  const cells: string[] = [];
  for (let row = 0; row < 9; row += 1) {
    for (let column = 0; column < 3; column += 1) {
      cells.push(
        rect(
          [x + (column + 12) * unit * 1.4, y + (row - 4.5) * unit * 1.4],
          [unit * 1.4, unit * 1.4],
          (row + column) % 2 ? '#16161a' : '#f6f4ee',
        ),
      );
    }
  }
  canvas.add(group(cells.join(''), { transform: `rotate(6 ${x} ${y})` }));
  const colors = [palette.accent, palette.light, palette.high, '#3d7fd6', '#e9b949'];
  for (const [index, color] of colors.entries()) {
    const at: Point = [
      x + unit * (9 - index * 5.6),
      y + (index % 2 ? 2.8 : -2.6) * unit + index * unit * 0.5,
    ];
    canvas.add(
      rect(at, [unit * 4.4, unit * 2.1], { fill: color, rx: unit * 0.8 }),
      rect([at[0] + unit * 1.4, at[1] + unit * 0.35], [unit * 1.3, unit * 1.4], '#17171c'),
    );
  }
}
