// A planet in the stars, with what flies past it. A cover scene.
import type { Canvas, Scene } from '../canvas.ts';
import { lighten, mix } from '../color.ts';
import { circle, ellipse, group, type Point, path, pointsOf, polygon, stroke, tint } from '../svg.ts';
import { drawSky, drawStars } from './sky.ts';
import { drawWireShips } from './wire-ships.ts';

export interface PlanetOptions {
  radius: number;
  /** From the focus, in units. */
  shift?: Point;
  ring?: boolean;
  moons?: number;
  /** A ship under way, with its trail. */
  ship?: boolean;
  /** A fleet of wire frames, as first home computers drew them. */
  wires?: boolean;
}

function drawNebula(canvas: Canvas): void {
  const { width, height, palette, random } = canvas;
  for (const color of [palette.mid, palette.high, palette.accent, palette.mid, palette.high]) {
    const at: Point = [random.between(0, width), random.between(0, height * 0.8)];
    canvas.glow(at, width * random.between(0.4, 0.8), { color, strength: 0.28 });
  }
}

export function planet(options: PlanetOptions): Scene {
  return (canvas) => {
    const { palette, focus, unit, random } = canvas;
    drawSky(canvas, [palette.base, mix(palette.base, palette.low, 0.7), palette.base]);
    drawNebula(canvas);
    drawStars(canvas, 260);
    const [dx, dy] = options.shift ?? [0, 0];
    const center: Point = [focus[0] + dx * unit, focus[1] + dy * unit];
    const radius = options.radius * unit;
    if (options.ring) drawRing(canvas, { center, radius, isFront: false });
    drawGlobe(canvas, center, radius);
    if (options.ring) drawRing(canvas, { center, radius, isFront: true });
    for (let moon = 0; moon < (options.moons ?? 0); moon += 1) {
      const angle = random.between(-2.4, -0.6);
      const away = radius * random.between(1.45, 1.9);
      drawGlobe(
        canvas,
        [center[0] + Math.cos(angle) * away, center[1] + Math.sin(angle) * away],
        radius * random.between(0.07, 0.16),
      );
    }
    if (options.ship) drawShip(canvas, [focus[0] + unit * 22, focus[1] + unit * 34]);
    if (options.wires) drawWireShips(canvas);
  };
}

function drawGlobe(canvas: Canvas, center: Point, radius: number): void {
  const { palette, random } = canvas;
  canvas.glow(center, radius * 1.5, { color: palette.high, strength: 0.5 });
  const clip = canvas.clip(circle(center, radius, '#ffffff'));
  const bands: string[] = [circle(center, radius, palette.high)];
  for (let index = 0; index < 15; index += 1) {
    const y = center[1] - radius + (index / 14) * radius * 2 + random.between(-0.05, 0.05) * radius;
    const color = mix(palette.mid, random.chance(0.3) ? palette.accent : palette.light, random.next() * 0.75);
    bands.push(
      ellipse(
        [center[0] + random.between(-0.3, 0.3) * radius, y],
        [radius * 1.3, radius * random.between(0.03, 0.13)],
        tint(color, 0.75),
      ),
    );
  }
  const turned = group(bands.join(''), { transform: `rotate(-18 ${center[0]} ${center[1]})` });
  const night = canvas.radial(
    [
      [0, palette.base, 0],
      [0.5, palette.base, 0.1],
      [0.85, palette.base, 0.85],
      [1, palette.base, 0.97],
    ],
    [0.3, 0.25],
  );
  canvas.add(group(turned + circle(center, radius, night), { 'clip-path': clip }));
}

function drawRing(
  canvas: Canvas,
  { center, radius, isFront }: { center: Point; radius: number; isFront: boolean },
): void {
  const { palette } = canvas;
  const [x, y] = center;
  const arcs = [1.45, 1.56, 1.7, 1.76, 1.9, 2.05].map((reach, index) => {
    const [rx, ry] = [radius * reach, radius * reach * 0.24];
    const sweep = isFront ? 0 : 1;
    return path(
      `M${x - rx} ${y}A${rx} ${ry} 0 0 ${sweep} ${x + rx} ${y}`,
      stroke(
        index % 3 === 1 ? palette.accent : lighten(palette.light, 0.1),
        radius * (index % 2 ? 0.09 : 0.035),
        index % 2 ? 0.85 : 0.4,
      ),
    );
  });
  canvas.add(group(arcs.join(''), { transform: `rotate(-18 ${x} ${y})` }));
}

function drawShip(canvas: Canvas, [x, y]: Point): void {
  const { palette, unit } = canvas;
  const tail: Point[] = [
    [x, y],
    [x - unit * 70, y + unit * 42],
    [x - unit * 66, y + unit * 44],
  ];
  canvas.add(
    polygon(
      tail,
      canvas.linear(
        [
          [0, palette.accent, 0],
          [1, palette.accent, 0.75],
        ],
        'right',
      ),
    ),
  );
  const hull: Point[] = pointsOf('8,-5 0,1.6 -5,1 -3.4,2.9 -3.8,6.2 0.6,3.6');
  canvas.glow([x, y], unit * 9, { color: palette.accent, strength: 0.7 });
  canvas.add(
    polygon(
      hull.map(([px, py]): Point => [x + px * unit, y + py * unit]),
      lighten(palette.light, 0.2),
    ),
  );
}
