// A road to the horizon, where a striped sun goes down. A cover scene.
import { type Canvas, fade, type Scene } from '../canvas.ts';
import { darken, lighten, mix } from '../color.ts';
import { createRidge } from '../random.ts';
import { circle, group, type Point, path, polygon, rect } from '../svg.ts';
import { drawSky, drawStars } from './sky.ts';

export interface RoadOptions {
  side: 'palms' | 'pines' | 'posts';
  isNight?: boolean;
}

/** A road that runs to the horizon, where a striped sun goes down. */
export function road({ side, isNight = false }: RoadOptions): Scene {
  return (canvas) => {
    const { palette, focus, unit, width, height, random } = canvas;
    const horizon = focus[1] + unit * 8;
    drawSky(canvas, [palette.low, palette.mid, palette.high, palette.light]);
    if (isNight) drawStars(canvas, 120, 0.4);
    const sun: Point = [focus[0], horizon - unit * 17];
    canvas.glow(sun, unit * 70, { color: palette.light, strength: 0.55 });
    const stripes = Array.from({ length: 7 }, (_, index) =>
      rect([0, sun[1] + unit * (2 + index * 4)], [width, unit * (0.5 + index * 0.35)], palette.high),
    );
    const disc = circle(sun, unit * 27, canvas.linear(fade(lighten(palette.light, 0.4), palette.accent)));
    canvas.add(group(disc + stripes.join(''), { 'clip-path': canvas.clip(circle(sun, unit * 27, '#fff')) }));
    for (const [tall, color] of [
      [20, mix(palette.mid, palette.high, 0.4)],
      [11, mix(palette.base, palette.mid, 0.55)],
    ] as const) {
      const ridge = createRidge(random, 65, 0.58).map(
        (rise, index): Point => [
          (index / 64) * width,
          horizon + unit - rise * tall * unit * (0.25 + Math.abs(index / 32 - 1) * 0.9),
        ],
      );
      canvas.add(polygon([[0, horizon + 2], ...ridge, [width, horizon + 2]], color));
    }
    canvas.add(
      rect(
        [0, horizon],
        [width, height - horizon],
        canvas.linear(fade(mix(palette.base, palette.mid, 0.5), palette.base)),
      ),
    );
    drawLanes(canvas, horizon);
    drawRoadside(canvas, horizon, side);
  };
}

function drawLanes(canvas: Canvas, horizon: number): void {
  const { palette, focus, width, height } = canvas;
  const bend = (share: number) => focus[0] + Math.sin(share * 2.6) * width * 0.05 * (1 - share);
  const band = (from: number, to: number, [left, right]: Point): Point[] => {
    const at = (share: number, side: number): Point => [
      bend(share) + side * share * width * 0.98,
      horizon + share * (height - horizon),
    ];
    return [at(from, left), at(from, right), at(to, right), at(to, left)];
  };
  canvas.add(polygon(band(0.004, 1.1, [-0.78, 0.78]), mix(palette.base, '#3b3640', 0.55)));
  let near = 1.1;
  for (let index = 0; near > 0.012; index += 1) {
    const far = near * 0.865;
    const isEven = index % 2 === 0;
    const kerb = isEven ? palette.accent : lighten(palette.light, 0.5);
    canvas.add(polygon(band(far, near, [-0.9, -0.78]), kerb), polygon(band(far, near, [0.78, 0.9]), kerb));
    if (isEven) canvas.add(polygon(band(far, near, [-0.02, 0.02]), lighten(palette.light, 0.6)));
    near = far;
  }
}

function drawRoadside(canvas: Canvas, horizon: number, side: RoadOptions['side']): void {
  const { palette, focus, width, height, unit } = canvas;
  for (const share of [0.045, 0.075, 0.12, 0.19, 0.31, 0.5, 0.8]) {
    for (const direction of [-1, 1]) {
      const at: Point = [
        focus[0] + direction * (share * 1.25 + 0.02) * width,
        horizon + share * (height - horizon),
      ];
      const size = share * unit * 118;
      const color = mix(palette.mid, darken(palette.base, 0.3), Math.min(1, share * 2.4 + 0.3));
      if (side === 'palms') canvas.add(palm(at, size, { color, lean: -direction }));
      else if (side === 'pines')
        canvas.add(
          ...[0, 0.26, 0.5].map((up) =>
            polygon(
              [
                [at[0] - size * (0.34 - up * 0.3), at[1] - size * up],
                [at[0], at[1] - size * (up + 0.55)],
                [at[0] + size * (0.34 - up * 0.3), at[1] - size * up],
              ],
              color,
            ),
          ),
        );
      else
        canvas.add(
          rect([at[0], at[1] - size * 0.8], [size * 0.05, size * 0.8], color),
          circle([at[0] - direction * size * 0.12, at[1] - size * 0.8], size * 0.06, palette.light),
        );
    }
  }
}

function palm([x, y]: Point, size: number, { color, lean }: { color: string; lean: number }): string {
  const top: Point = [x + lean * size * 0.16, y - size];
  const trunk = path(
    `M${x - size * 0.035} ${y}Q${x} ${y - size * 0.6} ${top[0] - size * 0.015} ${top[1]}L${top[0] + size * 0.02} ${top[1]}Q${x + size * 0.05} ${y - size * 0.6} ${x + size * 0.04} ${y}Z`,
    color,
  );
  const leaves = [-2.9, -2.3, -1.6, -0.8, -0.2, 0.35, 2.8].map((angle) => {
    const tip: Point = [
      top[0] + Math.cos(angle) * size * 0.42,
      top[1] + Math.sin(angle) * size * 0.3 + size * 0.16,
    ];
    const knee: Point = [
      top[0] + Math.cos(angle) * size * 0.26,
      top[1] + Math.sin(angle) * size * 0.3 - size * 0.06,
    ];
    return path(
      `M${top[0]} ${top[1]}Q${knee[0]} ${knee[1]} ${tip[0]} ${tip[1]}Q${knee[0]} ${knee[1] + size * 0.09} ${top[0]} ${top[1]}Z`,
      color,
    );
  });
  return group(trunk + leaves.join(''), {});
}
