// A dungeon as a map, lit by what is in its middle. A cover scene.
import type { Canvas, Scene } from '../canvas.ts';
import { darken, lighten, mix } from '../color.ts';
import { outline } from '../lettering.ts';
import { createField } from '../random.ts';
import { type Point, polyline, rect, stroke } from '../svg.ts';
import { drawHero, type Hero } from './dungeon-light.ts';
import { digRooms, hasFloorNear } from './rooms.ts';

export interface DungeonOptions {
  /** Letters, as on a terminal, or stones. */
  style: 'letters' | 'stones';
  /** What is in the light. */
  hero: Hero;
  /** Water and moss on the floor. */
  isWild?: boolean;
}

export function dungeon({ style, hero, isWild = false }: DungeonOptions): Scene {
  return (canvas) => {
    const { palette, unit, width, height, random } = canvas;
    canvas.fill(darken(palette.base, 0.35));
    const size = unit * (style === 'letters' ? 4.4 : 5.4);
    const [columns, rows] = [Math.ceil(width / size), Math.ceil(height / size)];
    const { cells, rooms } = digRooms(canvas, columns, rows);
    const [{ left, top, wide, tall } = { left: 0, top: 0, wide: 0, tall: 0 }] = rooms;
    const lamp: Point = [(left + wide / 2) * size, (top + tall / 2) * size];
    const noise = createField(random);
    const floorAt = (column: number, row: number) =>
      isWild ? wildFloor(noise(column / 2.6 + 4, row / 2.6)) : palette.mid;
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        const at: Point = [column * size, row * size];
        const away = Math.hypot(at[0] + size / 2 - lamp[0], at[1] + size / 2 - lamp[1]);
        const light = Math.max(
          style === 'letters' ? 0.2 : 0.1,
          Math.exp(-((away / (unit * 48)) ** 2)) * (0.85 + noise(column, row) * 0.35),
        );
        const isFloor = cells[row]?.[column] === true;
        const isWall = !isFloor && hasFloorNear(cells, column, row);
        if (!isFloor && !isWall) continue;
        if (style === 'letters') drawLetter(canvas, { at, size, light, isFloor });
        else drawStone(canvas, { at, size, light, isFloor, floor: floorAt(column, row) });
      }
    }
    canvas.glow(lamp, unit * 58, { color: palette.accent, strength: style === 'letters' ? 0.2 : 0.34 });
    drawHero(canvas, lamp, { hero, size });
  };
}

function wildFloor(height: number): string {
  if (height < 0.34) return '#2f8fa8';
  if (height < 0.4) return '#58b0b5';
  if (height > 0.64) return '#5f9a3c';
  return '#a08a64';
}

interface Cell {
  at: Point;
  size: number;
  light: number;
  isFloor: boolean;
}

function drawLetter({ add, palette, random }: Canvas, { at: [x, y], size, light, isFloor }: Cell): void {
  const isThing = isFloor && random.chance(0.07);
  const letter = isThing ? random.pick([...'$!?)%dDkz<>{']) : isFloor ? '.' : '#';
  const bright = isThing
    ? random.pick([palette.accent, palette.high, '#7fd18b', '#8ec5f0'])
    : isFloor
      ? palette.high
      : palette.light;
  const ink = outline(letter, { face: 'pixel', size: size * 0.82 });
  const color = mix(darken(palette.base, 0.3), bright, Math.min(1, light * 1.1 + (isThing ? 0.3 : 0.1)));
  add(
    ink.at(
      [x + (size - ink.width) / 2, y + (isFloor && !isThing ? size * 0.55 : (size - ink.height) / 2)],
      color,
    ),
  );
}

function drawStone(
  { add, palette, random }: Canvas,
  { at: [x, y], size, light, isFloor, floor }: Cell & { floor: string },
): void {
  const stone = mix(darken(palette.base, 0.3), isFloor ? floor : palette.high, Math.min(1, light * 1.15));
  const color = mix(stone, palette.light, random.next() * 0.1 * light);
  if (isFloor) {
    add(rect([x + 0.5, y + 0.5], [size - 1, size - 1], color));
    if (random.chance(0.2))
      add(
        polyline(
          [
            [x + size * 0.2, y + size * random.next()],
            [x + size * 0.5, y + size * 0.5],
            [x + size * 0.8, y + size * random.next()],
          ],
          stroke(darken(color, 0.3), 1.4),
        ),
      );
    return;
  }
  add(
    rect([x, y], [size, size], darken(color, 0.25)),
    rect([x, y], [size, size * 0.62], lighten(color, 0.06)),
  );
  add(
    rect([x + size * 0.48, y + size * 0.04], [1.5, size * 0.26], darken(color, 0.35)),
    rect([x, y + size * 0.3], [size, 1.5], darken(color, 0.35)),
  );
}
