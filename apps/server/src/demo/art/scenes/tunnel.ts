// Frames in frames into the depth. A cover scene.
import type { Canvas, Scene } from '../canvas.ts';
import { mix } from '../color.ts';
import { line, type Point, polygon, regular, stroke } from '../svg.ts';

interface TunnelOptions {
  sides: number;
  /** Of each frame against the one before, in radians. */
  twist: number;
}

const frames = 17;

export function tunnel(options: TunnelOptions): Scene {
  return (canvas) => {
    const { palette, focus, unit } = canvas;
    canvas.fill(palette.base);
    for (let index = 0; index < frames; index += 1) drawFrame(canvas, index, options);
    canvas.glow(focus, unit * 46, { color: palette.light, strength: 0.95 });
    canvas.glow(focus, unit * 12, { color: '#ffffff', strength: 1 });
    drawStreaks(canvas);
  };
}

function drawFrame(canvas: Canvas, index: number, { sides, twist }: TunnelOptions): void {
  const { palette, focus, unit, width, height } = canvas;
  const ringAt = (step: number) =>
    regular(focus, Math.hypot(width, height) * 0.78 ** step, { sides, turn: step * twist });
  const [outer, inner] = [ringAt(index), ringAt(index + 1)];
  const depth = index / frames;
  const joint = stroke(mix(palette.base, palette.high, 0.25 + depth * 0.7), unit * 0.9 * (1 - depth) + 0.6);
  for (let side = 0; side < sides; side += 1) {
    const next = (side + 1) % sides;
    const panel = [outer[side], outer[next], inner[next], inner[side]].map((corner) => corner ?? focus);
    const facing = 0.5 + 0.5 * Math.cos((side / sides) * 2 * Math.PI + 0.6);
    const wall = mix(mix(palette.base, palette.low, facing), palette.high, depth ** 1.5 * 0.9);
    const isLit = (side * 5 + index * 3) % 7 === 0;
    canvas.add(polygon(panel, { ...joint, fill: isLit ? mix(wall, palette.accent, 0.75) : wall }));
  }
  const edge = index % 2 ? mix(palette.mid, palette.light, depth) : palette.accent;
  canvas.add(polygon(inner, stroke(edge, unit * 1.6 * (1 - depth) ** 1.4 + 0.8)));
}

function drawStreaks(canvas: Canvas): void {
  const { palette, focus, unit, random } = canvas;
  for (let index = 0; index < 46; index += 1) {
    const angle = random.between(0, 2 * Math.PI);
    const [near, far] = [random.between(14, 60), random.between(3, 16)];
    const at = (away: number): Point => [
      focus[0] + Math.cos(angle) * away * unit,
      focus[1] + Math.sin(angle) * away * unit,
    ];
    canvas.add(line(at(near), at(near + far), stroke(palette.light, unit * 0.35, random.between(0.2, 0.8))));
  }
}
