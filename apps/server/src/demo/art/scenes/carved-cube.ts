// One cube of many, with a ball cut out of its corner. A cover scene.
import type { Canvas, Scene } from '../canvas.ts';
import { mix } from '../color.ts';
import { drawBox, slope } from './boxes.ts';
import { drawSky } from './sky.ts';

const count = 9;

export function carvedCube(): Scene {
  return (canvas) => {
    const { palette, focus, unit, random } = canvas;
    drawSky(canvas, [palette.base, palette.low, palette.mid]);
    canvas.glow(focus, unit * 80, { color: palette.high, strength: 0.75 });
    for (let z = 0; z < count; z += 1) {
      for (let sum = 0; sum < count * 2 - 1; sum += 1) drawRow(canvas, z, sum);
    }
    for (let index = 0; index < 16; index += 1) {
      const [x, y] = [random.between(-44, 44) * unit, random.between(-50, 44) * unit];
      const size = unit * random.between(0.6, 2);
      const color = mix(palette.accent, palette.light, random.next());
      drawBox(canvas, { at: [focus[0] + x, focus[1] + y], half: size, tall: size, color });
    }
  };
}

/** One row of one storey, from the back. */
function drawRow(canvas: Canvas, z: number, sum: number): void {
  const { palette, focus, unit, random } = canvas;
  const half = unit * 4.3;
  for (let column = Math.max(0, sum - count + 1); column <= Math.min(sum, count - 1); column += 1) {
    const row = sum - column;
    const isCarved = Math.hypot(count - column, count - row, count - z) < count * 0.86;
    if (isCarved || random.chance(0.025)) continue;
    const y = focus[1] + unit * 6 + (sum - count) * half * slope - z * half + count * half * 0.5;
    const depth = (column + row + z) / (count * 3);
    const color = mix(palette.accent, palette.light, depth * 0.9 + random.next() * 0.12);
    drawBox(canvas, { at: [focus[0] + (column - row) * half, y], half, tall: half, color });
  }
}
