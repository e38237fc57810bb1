// Systems of a galaxy, and the lanes between near ones. A cover scene.
import type { Scene } from '../canvas.ts';
import { mix } from '../color.ts';
import { circle, type Point, polyline, stroke, tint } from '../svg.ts';
import { drawSky, drawStars } from './sky.ts';

/** Systems of a galaxy, and the lanes between near ones. */
export function starlanes(): Scene {
  return (canvas) => {
    const { palette, focus, unit, random, width, height } = canvas;
    drawSky(canvas, [palette.base, palette.low, palette.base]);
    canvas.glow(focus, width * 0.9, { color: palette.mid, strength: 0.6 });
    drawStars(canvas, 320);
    for (let index = 0; index < 700; index += 1) {
      const along = random.next() ** 0.7;
      const angle = along * 7 + (index % 2) * Math.PI + random.between(-0.35, 0.35);
      const away = along * width * 0.72;
      const at: Point = [focus[0] + Math.cos(angle) * away, focus[1] + Math.sin(angle) * away * 0.62];
      canvas.add(
        circle(
          at,
          unit * random.between(0.12, 0.5),
          tint(mix(palette.high, palette.light, random.next()), 0.75),
        ),
      );
    }
    canvas.glow(focus, unit * 30, { color: palette.light, strength: 0.85 });
    const systems = Array.from(
      { length: 34 },
      (): Point => [random.between(0.03, 0.97) * width, random.between(0.03, 0.75) * height],
    );
    for (const [index, from] of systems.entries()) {
      const near = systems
        .slice(index + 1)
        .filter((to) => Math.hypot(to[0] - from[0], to[1] - from[1]) < unit * 24);
      for (const to of near) canvas.add(polyline([from, to], stroke(palette.accent, unit * 0.25, 0.5)));
    }
    for (const [index, at] of systems.entries()) {
      canvas.add(circle(at, unit * (index % 5 === 0 ? 1.7 : 1), palette.light));
      if (index % 3 === 0) canvas.add(circle(at, unit * 3, stroke(palette.accent, unit * 0.3)));
    }
  };
}
