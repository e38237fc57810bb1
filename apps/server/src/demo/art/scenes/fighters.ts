// The little fighters of skirmish.ts: hedgehogs and tees.
import { type Canvas, fade } from '../canvas.ts';
import { darken, lighten } from '../color.ts';
import { circle, ellipse, type Point, polygon, rect } from '../svg.ts';

interface Looks {
  color: string;
  /** 1 looks right, -1 left. */
  turn: number;
}

export function drawHog(canvas: Canvas, [x, y]: Point, { color, turn }: Looks): void {
  const { unit } = canvas;
  const size = unit * 6.2;
  const spikes = Array.from({ length: 11 }, (_, index) => {
    const angle = -Math.PI * (0.02 + index * 0.105) - (turn > 0 ? 0.42 : -0.1);
    const at = (away: number, off: number): Point => [
      x + Math.cos(angle + off) * size * away,
      y + Math.sin(angle + off) * size * away,
    ];
    return polygon([at(0.8, -0.2), at(1.4, 0), at(0.8, 0.2)], '#5b3d2e');
  });
  canvas.add(
    ...spikes,
    ellipse([x, y], [size, size * 0.86], '#7a5340'),
    ellipse([x + turn * size * 0.26, y + size * 0.12], [size * 0.72, size * 0.66], '#f0c9a4'),
  );
  canvas.add(
    rect([x - size * 0.86, y - size * 0.56], [size * 1.72, size * 0.24], { fill: color, rx: size * 0.1 }),
  );
  drawEyes(canvas, [x + turn * size * 0.34, y - size * 0.06], { size: size * 0.22, turn });
  canvas.add(circle([x + turn * size * 0.95, y + size * 0.16], size * 0.15, '#2b1c16'));
}

export function drawTee(canvas: Canvas, [x, y]: Point, { color, turn }: Looks): void {
  const { unit } = canvas;
  const size = unit * 6.6;
  for (const side of [-0.5, 0.5])
    canvas.add(ellipse([x + side * size, y + size * 0.78], [size * 0.5, size * 0.28], darken(color, 0.35)));
  canvas.add(
    circle([x, y], size * 1.06, darken(color, 0.62)),
    circle([x, y], size * 0.95, canvas.linear(fade(lighten(color, 0.3), color))),
  );
  drawEyes(canvas, [x + turn * size * 0.3, y - size * 0.12], { size: size * 0.25, turn });
  canvas.add(
    rect([turn > 0 ? x + size * 0.5 : x - size * 1.7, y + size * 0.2], [size * 1.2, size * 0.32], {
      fill: '#333a45',
      rx: size * 0.1,
    }),
  );
}

function drawEyes(canvas: Canvas, [x, y]: Point, { size, turn }: { size: number; turn: number }): void {
  for (const side of [-1, 1]) {
    canvas.add(
      ellipse([x + side * size * 0.85, y], [size * 0.8, size], '#ffffff'),
      circle([x + side * size * 0.85 + turn * size * 0.25, y + size * 0.1], size * 0.42, '#161214'),
    );
  }
}
