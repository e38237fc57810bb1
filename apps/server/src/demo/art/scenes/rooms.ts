// Digs the plan of a dungeon. Used by dungeon.ts.
import type { Canvas } from '../canvas.ts';

type Cells = boolean[][];

interface Room {
  left: number;
  top: number;
  wide: number;
  tall: number;
}

/** Rooms, joined by corridors in the order they were dug. */
export function digRooms({ random }: Canvas, columns: number, rows: number): { cells: Cells; rooms: Room[] } {
  const cells: Cells = Array.from({ length: rows }, () => Array.from({ length: columns }, () => false));
  const dig = ({ left, top, wide, tall }: Room) => {
    for (const row of cells.slice(top, top + tall)) row.fill(true, left, left + wide);
  };
  const rooms: Room[] = [
    { left: Math.floor(columns / 2) - 4, top: Math.floor(rows * 0.38) - 3, wide: 8, tall: 6 },
  ];
  for (let index = 0; index < columns / 2; index += 1) {
    const [wide, tall] = [random.whole(2, 5), random.whole(2, 4)];
    rooms.push({
      left: random.whole(1, columns - wide - 1),
      top: random.whole(1, rows - tall - 1),
      wide,
      tall,
    });
  }
  const middle = ({ left, top, wide, tall }: Room) => [left + (wide >> 1), top + (tall >> 1)] as const;
  for (const [index, room] of rooms.entries()) {
    dig(room);
    const [fromX, fromY] = middle(rooms[Math.max(0, index - 1)] ?? room);
    const [toX, toY] = middle(room);
    dig({ left: Math.min(fromX, toX), top: fromY, wide: Math.abs(fromX - toX) + 1, tall: 1 });
    dig({ left: toX, top: Math.min(fromY, toY), wide: 1, tall: Math.abs(fromY - toY) + 1 });
  }
  return { cells, rooms };
}

export function hasFloorNear(cells: Cells, column: number, row: number): boolean {
  return [-1, 0, 1].some((down) => [-1, 0, 1].some((right) => cells[row + down]?.[column + right]));
}
