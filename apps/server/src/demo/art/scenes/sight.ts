// Any scene, seen through a telescopic sight. A cover scene.
import type { Scene } from '../canvas.ts';
import { circle, group, path, spotsOf, stroke } from '../svg.ts';

export function throughSight(inside: Scene): Scene {
  return (canvas) => {
    inside(canvas);
    const { width, height, focus, unit, palette } = canvas;
    const [x, y] = focus;
    const radius = unit * 42;
    const hole = `M0 0H${width}V${height}H0ZM${x - radius} ${y}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0Z`;
    const lens = canvas.radial([
      [0, palette.base, 0],
      [0.82, palette.base, 0],
      [1, palette.base, 0.75],
    ]);
    canvas.add(circle(focus, radius, lens), path(hole, { fill: palette.base, 'fill-rule': 'evenodd' }));
    for (const [away, wide, strength] of spotsOf('42,1.6,1 20,0.4,0.8 9,0.4,0.8')) {
      canvas.add(circle(focus, away * unit, stroke(palette.light, wide * unit, strength)));
    }
    for (const turn of [0, 90, 180, 270]) {
      const marks = [
        path(`M${x} ${y - unit * 3}V${y - unit * 30}`, stroke(palette.light, unit * 0.4)),
        path(`M${x} ${y - unit * 28}V${y - radius}`, stroke(palette.light, unit * 1.5)),
      ];
      for (const away of [13, 17, 24])
        marks.push(
          path(`M${x - unit * 1.6} ${y - away * unit}h${unit * 3.2}`, stroke(palette.light, unit * 0.4)),
        );
      canvas.add(group(marks.join(''), { transform: `rotate(${turn} ${x} ${y})` }));
    }
    canvas.add(circle(focus, unit, palette.accent));
  };
}
