// An arch of coarse pixels between two torches. A cover scene.
import type { Canvas, Scene } from '../canvas.ts';
import { darken, lighten, mix } from '../color.ts';
import { type Point, rect } from '../svg.ts';

/** An arch of coarse pixels between two torches. */
export function pixelGate(): Scene {
  return (canvas) => {
    const { palette, focus, width, height, random } = canvas;
    const size = Math.min(width, height) / 30;
    const [columns, rows] = [Math.ceil(width / size), Math.ceil(height / size)];
    const middle = (columns - 1) / 2;
    const sill = Math.round(focus[1] / size) + 9;
    const torches: Point[] = [
      [middle - 10, sill - 13],
      [middle + 10, sill - 13],
    ];
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        const light = Math.max(
          ...torches.map(([x, y]) => Math.exp(-(Math.hypot(column - x, row - y) / 8.5))),
        );
        const stepped = Math.round((light * 1.15 + random.between(-0.03, 0.03)) * 7) / 7;
        const kind = gateKind({ across: Math.abs(column - middle), row, column, sill });
        const stone = {
          brick: palette.mid,
          joint: palette.low,
          frame: palette.high,
          void: darken(palette.base, 0.5),
          floor: mix(palette.mid, palette.low, 0.5),
        }[kind];
        const shade =
          kind === 'void'
            ? stone
            : mix(darken(palette.base, 0.1), mix(stone, palette.accent, stepped * 0.3), 0.2 + stepped * 0.8);
        canvas.add(rect([column * size, row * size], [size + 0.5, size + 0.5], shade));
      }
    }
    for (const eye of [-1.5, 1.5])
      canvas.add(rect([(middle + eye) * size, (sill - 5) * size], [size, size], palette.accent));
    for (const [x, y] of torches) drawPixelTorch(canvas, [x * size, y * size], size);
  };
}

function gateKind({
  across,
  row,
  column,
  sill,
}: {
  across: number;
  row: number;
  column: number;
  sill: number;
}): 'brick' | 'joint' | 'frame' | 'void' | 'floor' {
  const up = sill - row;
  if (up <= 0) return (row - sill) % 4 === 3 ? 'joint' : (column + row) % 11 === 0 ? 'joint' : 'floor';
  const inside = (half: number, tall: number) =>
    across <= half && (up <= tall - half || Math.hypot(across, up - (tall - half)) <= half);
  if (inside(5, 14)) return 'void';
  if (inside(6.6, 15.8)) return up % 3 === 0 && up < 10 ? 'joint' : 'frame';
  const course = Math.floor(row / 3);
  if (row % 3 === 2) return 'joint';
  return (column + (course % 2) * 3) % 6 === 0 ? 'joint' : 'brick';
}

function drawPixelTorch(canvas: Canvas, [x, y]: Point, size: number): void {
  const { palette } = canvas;
  canvas.glow([x + size / 2, y], size * 9, { color: palette.accent, strength: 0.55 });
  const rows = [
    '..a..',
    '..ab.',
    '.abb.',
    '.abca',
    'abcca',
    'abcba',
    '.aba.',
    '..s..',
    '..s..',
    '..s..',
    '..s..',
  ];
  const colors: Record<string, string> = {
    a: palette.accent,
    b: lighten(palette.light, 0.1),
    c: '#ffffff',
    s: darken(palette.mid, 0.55),
  };
  for (const [down, row] of rows.entries()) {
    for (const [right, mark] of [...row].entries()) {
      const color = colors[mark];
      if (color)
        canvas.add(rect([x + (right - 2) * size, y + (down - 5) * size], [size + 0.5, size + 0.5], color));
    }
  }
}
