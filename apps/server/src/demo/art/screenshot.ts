// A "screenshot": a scene in the colours of the game's cover, wide, with what such a game shows on top. Used by seed-demo.ts.
import sharp from 'sharp';
import { type Canvas, createCanvas, type Palette, type Scene } from './canvas.ts';
import { darken } from './color.ts';
import { outline } from './lettering.ts';
import {
  circle,
  type Paint,
  type Point,
  placed,
  pointsOf,
  polygon,
  polyline,
  rect,
  regular,
  stroke,
  tint,
} from './svg.ts';

export type Display = 'strategy' | 'race' | 'hero' | 'space';

export interface ScreenshotDesign {
  palette: Palette;
  scene: Scene;
  display: Display;
}

/** Other seeds make other pictures of one scene. */
export async function renderScreenshot(
  seed: string,
  { palette, scene, display }: ScreenshotDesign,
): Promise<Buffer> {
  const canvas = createCanvas({ width: 1280, height: 720, palette, seed, focus: 0.46 });
  scene(canvas);
  displays[display](canvas);
  return sharp(Buffer.from(canvas.toSvg())).webp({ quality: 80, effort: 2 }).toBuffer();
}

const displays: Record<Display, (canvas: Canvas) => void> = {
  strategy: drawStrategy,
  race: drawRace,
  hero: drawHero,
  space: drawSpace,
};

const glass = (canvas: Canvas): Paint => ({
  fill: darken(canvas.palette.base, 0.3),
  'fill-opacity': 0.78,
  rx: 10,
});

function write(canvas: Canvas, text: string, { at, size }: { at: Point; size: number }): void {
  canvas.add(outline(text, { face: 'bebas', size, spacing: 0.03 }).at(at, canvas.palette.light));
}

/** Stores above, a map and orders below. */
function drawStrategy(canvas: Canvas): void {
  const { palette, random } = canvas;
  canvas.add(rect([24, 20], [760, 50], glass(canvas)), rect([1136, 20], [120, 50], glass(canvas)));
  for (const [index, color] of [palette.accent, palette.high, palette.mid, palette.light].entries()) {
    canvas.add(circle([56 + index * 186, 45], 11, color));
    write(canvas, String(random.whole(120, 4800)), { at: [78 + index * 186, 34], size: 30 });
  }
  write(canvas, `${random.whole(10, 59)}:${random.whole(10, 59)}`, { at: [1162, 34], size: 30 });
  canvas.add(
    rect([24, 516], [240, 180], glass(canvas)),
    rect([34, 526], [220, 160], { fill: palette.low, rx: 6 }),
  );
  for (let dot = 0; dot < 46; dot += 1) {
    const at: Point = [random.between(44, 244), random.between(536, 676)];
    canvas.add(circle(at, random.between(2, 4), random.chance(0.3) ? palette.accent : palette.light));
  }
  canvas.add(rect([92, 566], [92, 56], stroke('#ffffff', 2)));
  canvas.add(rect([932, 576], [324, 120], glass(canvas)));
  for (let slot = 0; slot < 10; slot += 1) {
    const at: Point = [948 + (slot % 5) * 60, 590 + Math.floor(slot / 5) * 50];
    canvas.add(rect(at, [50, 42], { fill: palette.mid, 'fill-opacity': 0.6, rx: 6 }));
    canvas.add(
      polygon(
        regular([at[0] + 25, at[1] + 21], 13, { sides: 3 + (slot % 4) }),
        slot % 3 ? palette.light : palette.accent,
      ),
    );
  }
}

/** Place and lap above, speed below. */
function drawRace(canvas: Canvas): void {
  const { palette, random } = canvas;
  canvas.add(rect([24, 20], [170, 96], glass(canvas)), rect([1036, 20], [220, 96], glass(canvas)));
  write(canvas, `${random.whole(1, 4)} / 8`, { at: [48, 38], size: 76 });
  write(canvas, `Lap ${random.whole(1, 3)} / 3`, { at: [1058, 34], size: 40 });
  write(canvas, `0${random.whole(0, 2)}:${random.whole(10, 59)}.${random.whole(10, 99)}`, {
    at: [1058, 76],
    size: 40,
  });
  const middle: Point = [1136, 596];
  canvas.add(circle(middle, 104, tint(darken(palette.base, 0.3), 0.8)));
  const arc = (share: number) => Math.PI * (0.75 + share * 1.5);
  for (let tick = 0; tick <= 24; tick += 1) {
    const angle = arc(tick / 24);
    const at = (away: number): Point => [
      middle[0] + Math.cos(angle) * away,
      middle[1] + Math.sin(angle) * away,
    ];
    canvas.add(
      polyline([at(tick % 4 ? 86 : 78), at(95)], stroke(tick > 18 ? palette.accent : palette.light, 4)),
    );
  }
  const needle = arc(random.between(0.62, 0.85));
  canvas.add(
    polyline([middle, [middle[0] + Math.cos(needle) * 74, middle[1] + Math.sin(needle) * 74]], {
      stroke: palette.accent,
      'stroke-width': 6,
      'stroke-linecap': 'round',
    }),
  );
  write(canvas, String(random.whole(148, 226)), { at: [1106, 632], size: 44 });
}

/** Hearts above, a belt of things below. */
function drawHero(canvas: Canvas): void {
  const { palette, random } = canvas;
  const hearts = random.whole(6, 9);
  for (let heart = 0; heart < 10; heart += 1) {
    const [x, y] = [44 + heart * 40, 46];
    const color = heart < hearts ? '#ff4d5f' : darken(palette.base, 0.2);
    canvas.add(circle([x - 7, y - 4], 9, color), circle([x + 7, y - 4], 9, color));
    canvas.add(polygon(placed(pointsOf('-15,0 15,0 0,17'), [x, y], 1), color));
  }
  canvas.add(rect([352, 624], [576, 72], glass(canvas)));
  for (let slot = 0; slot < 8; slot += 1) {
    const [x, y] = [362 + slot * 70, 632];
    const frame = slot === 2 ? stroke('#ffffff', 4) : stroke(palette.low, 1);
    canvas.add(rect([x, y], [64, 56], { ...frame, fill: palette.mid, 'fill-opacity': 0.45, rx: 6 }));
    const thing = regular([x + 32, y + 28], 18, { sides: 3 + slot, turn: slot });
    if (slot < 6) canvas.add(polygon(thing, slot % 2 ? palette.accent : palette.light));
  }
  write(canvas, `${random.whole(3, 40)}`, { at: [1196, 34], size: 44 });
  canvas.add(circle([1172, 50], 14, '#ffcb3d'));
}

/** Shields, a target, what the scanner sees. */
function drawSpace(canvas: Canvas): void {
  const { palette, random, focus } = canvas;
  for (const [index, label] of ['Shields', 'Hull', 'Energy', 'Fuel'].entries()) {
    const y = 34 + index * 34;
    write(canvas, label, { at: [34, y], size: 24 });
    const color = index ? palette.high : palette.accent;
    canvas.add(rect([126, y - 1], [220, 18], { fill: palette.low, 'fill-opacity': 0.8, rx: 4 }));
    canvas.add(rect([126, y - 1], [random.between(90, 215), 18], { fill: color, rx: 4 }));
  }
  drawScanner(canvas, [1140, 580]);
  const target: Point = [focus[0] + random.between(-240, 240), focus[1] - 120];
  const frame = { ...stroke(palette.accent, 3), 'stroke-dasharray': '22 26' };
  canvas.add(polygon(regular(target, 34, { sides: 4, turn: 0.785 }), frame));
  canvas.add(polygon(placed(pointsOf('0,-10 8,9 -8,9'), target, 1), palette.light));
}

function drawScanner(canvas: Canvas, [x, y]: Point): void {
  const { palette, random } = canvas;
  const disc = { fill: darken(palette.base, 0.3), 'fill-opacity': 0.75 };
  canvas.add(circle([x, y], 112, { ...stroke(palette.high, 2), ...disc }));
  for (const radius of [38, 76]) canvas.add(circle([x, y], radius, stroke(palette.high, 1, 0.4)));
  for (let echo = 0; echo < 9; echo += 1) {
    const [angle, away] = [random.between(0, 6.28), random.between(14, 100)];
    const at: Point = [x + Math.cos(angle) * away, y + Math.sin(angle) * away];
    canvas.add(circle(at, 4, random.chance(0.3) ? palette.accent : palette.light));
  }
}
