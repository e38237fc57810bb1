import { describe, expect, it } from 'vitest';
import { type Box, type Direction, nearestIndex } from './move-focus.ts';

const box = (left: number, top: number, width = 100, height = 150): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

const shelf = (top: number) => [0, 120, 240, 360].map((left) => box(left, top));

describe('nearestIndex', () => {
  const boxes = [...shelf(0), ...shelf(250)];
  const from = (index: number, direction: Direction) => {
    const origin = boxes[index];
    return origin && nearestIndex(direction, origin, boxes);
  };

  it('moves along a shelf and to the place below and above', () => {
    expect(from(1, 'right')).toBe(2);
    expect(from(1, 'left')).toBe(0);
    expect(from(1, 'down')).toBe(5);
    expect(from(5, 'up')).toBe(1);
  });

  it('stops at the ends of a shelf and of the page', () => {
    expect(from(3, 'right')).toBeUndefined();
    expect(from(0, 'left')).toBeUndefined();
    expect(from(0, 'up')).toBeUndefined();
    expect(from(4, 'down')).toBeUndefined();
  });

  it('does not leave the row sideways, even for a box that touches it', () => {
    expect(nearestIndex('right', box(0, 0), [box(120, 140)])).toBeUndefined();
    expect(nearestIndex('right', box(0, 0), [box(120, 100)])).toBe(0);
  });

  it('prefers what is straight ahead to what is closer but aside', () => {
    expect(nearestIndex('down', box(400, 0), [box(0, 160, 50, 20), box(400, 220)])).toBe(1);
  });

  it('reaches what is aside if nothing is ahead, or only something far away', () => {
    expect(nearestIndex('down', box(400, 0), [box(0, 160, 50, 20)])).toBe(0);
    expect(nearestIndex('down', box(400, 0), [box(400, 2000), box(200, 170)])).toBe(1);
  });

  it('takes the first of several boxes below a wide one', () => {
    expect(nearestIndex('down', box(0, 0, 500, 40), [box(200, 60), box(0, 60), box(350, 60)])).toBe(1);
  });

  it('ignores what is inside the box, such as the buttons of a card', () => {
    expect(nearestIndex('down', box(0, 0), [box(10, 100, 50, 30)])).toBeUndefined();
    expect(nearestIndex('right', box(0, 0), [box(60, 100, 30, 30)])).toBeUndefined();
  });
});
