// The title of a cover: lines set to one width, each as large as it gets, under or over the picture.
import type { Canvas } from './canvas.ts';
import { darken } from './color.ts';
import { type Face, type Outline, outline } from './lettering.ts';
import { type Paint, rect, tint } from './svg.ts';

export interface Lettering {
  face: Face;
  /** As they break. */
  lines: readonly string[];
  place?: 'top' | 'bottom';
  color?: string;
  /** A line above or below in small letters: the genre. */
  note: string;
}

const spacings: Record<Face, number> = {
  cinzel: 0.02,
  michroma: 0,
  pixel: 0,
  lilita: 0.01,
  bebas: 0.01,
  abril: 0,
};
/** Heights of ink in shares of the width; a short word shall not become a wall. */
const tallest = 0.25;
const tallestOfAll = 0.4;

interface SetLine {
  text: string;
  size: number;
  ink: Outline;
}

/** Every line fills the width, unless that would make it too tall. */
function setLines({ face, lines }: Lettering, width: number): SetLine[] {
  const probes = lines.map((text) => outline(text, { face, size: 100, spacing: spacings[face] }));
  const sizes = probes.map((probe) =>
    Math.min((width / probe.width) * 100, ((width * tallest) / probe.height) * 100),
  );
  const total = probes.reduce((sum, probe, index) => sum + (probe.height * (sizes[index] ?? 0)) / 100, 0);
  const shrink = Math.min(1, (width * tallestOfAll) / total);
  return lines.map((text, index) => {
    const size = (sizes[index] ?? 0) * shrink;
    return { text, size, ink: outline(text, { face, size, spacing: spacings[face] }) };
  });
}

export function drawTitle(canvas: Canvas, lettering: Lettering): void {
  const { width, height, palette } = canvas;
  const margin = width * 0.085;
  const gap = width * 0.024;
  const lines = setLines(lettering, width - 2 * margin);
  const note = outline(lettering.note.toUpperCase(), { face: 'bebas', size: width * 0.036, spacing: 0.16 });
  const inkHeight = lines.reduce((sum, { ink }) => sum + ink.height + gap, 0);
  const blockHeight = inkHeight + gap * 0.8 + note.height;
  const isTop = lettering.place === 'top';
  let y = isTop ? margin : height - margin - blockHeight;

  drawShade(canvas, blockHeight + margin * 3.4, isTop);
  const color = lettering.color ?? palette.light;
  for (const { ink, size } of lines) {
    const x = (width - ink.width) / 2;
    canvas.add(ink.at([x, y + width * 0.006], tint(darken(palette.base, 0.4), 0.55)));
    canvas.add(ink.at([x, y], weigh(lettering.face, size, color)));
    y += ink.height + gap;
  }
  y += gap * 0.8;
  const ruleWidth = (width - 2 * margin - note.width) / 2 - gap * 1.4;
  const ruleY = y + note.height / 2 - 1;
  const rule = tint(color, 0.35);
  canvas.add(rect([margin, ruleY], [ruleWidth, 2], rule));
  canvas.add(rect([width - margin - ruleWidth, ruleY], [ruleWidth, 2], rule));
  canvas.add(note.at([(width - note.width) / 2, y], tint(color, 0.85)));
}

/** A face too fine for a small cover is drawn bolder. */
function weigh(face: Face, size: number, color: string): Paint {
  if (face !== 'michroma') return color;
  return { fill: color, stroke: color, 'stroke-width': size * 0.035, 'stroke-linejoin': 'round' };
}

/** Pictures may be light or busy: behind the letters they step back. */
function drawShade(canvas: Canvas, depth: number, isTop: boolean): void {
  const { width, height, palette } = canvas;
  const shade = darken(palette.base, 0.25);
  const stops = [
    [0, shade, 0.94],
    [0.5, shade, 0.74],
    [1, shade, 0],
  ] as const;
  const falling = isTop
    ? stops
    : stops.map(([offset, color, alpha]) => [1 - offset, color, alpha] as const).reverse();
  canvas.add(rect([0, isTop ? 0 : height - depth], [width, depth], canvas.linear(falling)));
}
