// A fleet of wire frames, as first home computers drew them. Used by planet.ts.
import type { Canvas } from '../canvas.ts';
import { type Point, pointsOf, polygon, polyline, spotsOf, tint } from '../svg.ts';

export function drawWireShips(canvas: Canvas): void {
  const { focus, unit, palette } = canvas;
  const corners: Point[] = pointsOf('0,-9 16,2 10,8 -10,8 -16,2 0,5');
  const edges = pointsOf('0,1 1,2 2,3 3,4 4,0 0,5 5,2 5,3 0,2 0,3 4,5 1,5');
  for (const [dx, dy, scale] of spotsOf('-6,8,1.35 26,-16,0.5 -28,-24,0.34')) {
    const placed = corners.map(
      ([px, py]): Point => [focus[0] + (dx + px * scale) * unit, focus[1] + (dy + py * scale) * unit],
    );
    canvas.add(
      polygon(
        [0, 1, 2, 3, 4].map((index) => placed[index] ?? [0, 0]),
        tint(palette.base, 0.9),
      ),
    );
    for (const [from, to] of edges) {
      canvas.add(
        polyline([placed[from] ?? [0, 0], placed[to] ?? [0, 0]], {
          stroke: palette.light,
          'stroke-width': unit * 0.45,
          'stroke-linecap': 'round',
        }),
      );
    }
  }
}
