// Skies: gradients, stars, suns, clouds. Used by the scenes that are outdoors.
import { type Canvas, fade } from '../canvas.ts';
import { lighten, mix } from '../color.ts';
import { circle, ellipse, group, type Point, path, polygon, regular, smooth, tint } from '../svg.ts';

export function drawSky(canvas: Canvas, colors: readonly string[]): void {
  const last = Math.max(1, colors.length - 1);
  canvas.fill(canvas.linear(colors.map((color, index) => [index / last, color] as const)));
}

/** Most are faint, a few shine. `reach` is the share of the height they fill. */
export function drawStars(canvas: Canvas, count: number, reach = 1): void {
  const { width, height, unit, random, palette } = canvas;
  for (let index = 0; index < count; index += 1) {
    const strength = random.next() ** 4;
    const at: Point = [random.between(0, width), random.next() ** 1.2 * height * reach];
    const radius = unit * (0.1 + strength * 0.28);
    canvas.add(circle(at, radius, tint(lighten(palette.light, 0.4), 0.35 + strength * 0.65)));
    if (strength > 0.72) canvas.glow(at, radius * 7, { color: palette.light, strength: 0.4 });
  }
}

/** Light in wedges around a sun. */
export function drawRays(
  canvas: Canvas,
  center: Point,
  { count, color }: { count: number; color: string },
): void {
  const reach = canvas.width + canvas.height;
  const corners = regular(center, reach, { sides: count * 2, turn: 0.12 });
  const wedges = corners.flatMap((corner, index) => {
    const following = corners[(index + 1) % corners.length];
    return index % 2 === 0 && following ? [polygon([center, corner, following], color)] : [];
  });
  canvas.add(group(wedges.join(''), { opacity: 0.14 }));
}

export function drawSun(
  canvas: Canvas,
  at: Point,
  { radius, color }: { radius: number; color: string },
): void {
  canvas.glow(at, radius * 3.4, { color, strength: 0.6 });
  const face = canvas.linear(fade(lighten(color, 0.55), color));
  canvas.add(circle(at, radius, face));
}

/** A heap of rounds on a flat ground. */
export function drawCloud(
  canvas: Canvas,
  [x, y]: Point,
  { size, color }: { size: number; color: string },
): void {
  const { random } = canvas;
  const puffs = [ellipse([x, y], [size, size * 0.16], color)];
  for (let index = 0; index < 6; index += 1) {
    const along = (index / 5) * 2 - 1;
    const radius = size * (0.34 - Math.abs(along) * 0.17) * random.between(0.8, 1.2);
    puffs.push(circle([x + along * size * 0.7, y - radius * 0.6], radius, color));
  }
  canvas.add(...puffs);
}

/** Curtains of light in the polar night. */
export function drawAurora(canvas: Canvas, colors: readonly string[]): void {
  const { width, height, random } = canvas;
  for (const [index, color] of colors.entries()) {
    const base = height * (0.2 + index * 0.09);
    const edge: Point[] = Array.from({ length: 8 }, (_, step) => [
      (step / 7) * width * 1.2 - width * 0.1,
      base + random.between(-0.06, 0.06) * height,
    ]);
    const tall = height * random.between(0.2, 0.3);
    const upper = edge
      .map(([x, y]): Point => [x + width * 0.08, y - tall * random.between(0.7, 1)])
      .reverse();
    const [first = [0, 0]] = upper;
    const outlineOf = `${smooth(edge)}L${first[0]} ${first[1]}${smooth(upper).replace(/^M[^C]+/, '')}Z`;
    canvas.add(
      path(
        outlineOf,
        canvas.linear([
          [0, color, 0],
          [0.75, mix(color, '#ffffff', 0.15), 0.5],
          [1, color, 0.05],
        ]),
      ),
    );
  }
}

export function drawBirds(canvas: Canvas, [x, y]: Point, color: string): void {
  const { unit, random } = canvas;
  for (let index = 0; index < 7; index += 1) {
    const span = unit * random.between(0.9, 1.8);
    const [left, top] = [x + random.between(-14, 14) * unit, y + random.between(-7, 7) * unit];
    const wing = `M${left - span} ${top - span * 0.4}Q${left - span * 0.4} ${top - span * 0.5} ${left} ${top}Q${left + span * 0.4} ${top - span * 0.5} ${left + span} ${top - span * 0.4}`;
    canvas.add(
      path(wing, { fill: 'none', stroke: color, 'stroke-width': unit * 0.3, 'stroke-linecap': 'round' }),
    );
  }
}
