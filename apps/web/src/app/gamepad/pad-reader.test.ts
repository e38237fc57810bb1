import { describe, expect, it } from 'vitest';
import { createPadReader, type PadState, repeatAfter, repeatEvery, scrollOf } from './pad-reader.ts';

/** A gamepad with these buttons held, by their number in the standard layout. */
function pad(held: number[] = [], axes: number[] = [0, 0, 0, 0]): PadState {
  return { buttons: Array.from({ length: 17 }, (_, index) => ({ pressed: held.includes(index) })), axes };
}

describe('the reader of gamepads', () => {
  const readerAfter = (first: PadState) => {
    const read = createPadReader();
    read([first], 0);
    return (state: PadState, now: number) => read([state], now);
  };

  it('reports a press once, and again after it was released', () => {
    const read = readerAfter(pad());
    expect(read(pad([0]), 16)).toEqual(['confirm']);
    expect(read(pad([0]), 5000)).toEqual([]);
    expect(read(pad(), 5016)).toEqual([]);
    expect(read(pad([0]), 5032)).toEqual(['confirm']);
  });

  it('repeats a held direction, first after a while', () => {
    const read = readerAfter(pad());
    expect(read(pad([13]), 100)).toEqual(['down']);
    expect(read(pad([13]), 99 + repeatAfter)).toEqual([]);
    expect(read(pad([13]), 100 + repeatAfter)).toEqual(['down']);
    expect(read(pad([13]), 99 + repeatAfter + repeatEvery)).toEqual([]);
    expect(read(pad([13]), 100 + repeatAfter + repeatEvery)).toEqual(['down']);
  });

  it('reads the left stick as a direction, and the D-pad with it only once', () => {
    const read = readerAfter(pad());
    expect(read(pad([], [0.3, -0.9]), 16)).toEqual(['up']);
    expect(read(pad([], [-0.8, 0.2]), 32)).toEqual(['left']);
    expect(read(pad([], [0.2, 0.3]), 48)).toEqual([]);
    expect(read(pad([15], [1, 0]), 64)).toEqual(['right']);
  });

  it('ignores what is held when the gamepad connects, until it is released', () => {
    const read = readerAfter(pad([0, 13]));
    expect(read(pad([0, 13]), 5000)).toEqual([]);
    expect(read(pad([13]), 5016)).toEqual([]);
    expect(read(pad([0, 13]), 5032)).toEqual(['confirm']);
  });

  it('ignores what is held when the gamepad comes back', () => {
    const read = createPadReader();
    read([pad()], 0);
    read([], 16);
    expect(read([pad([2])], 32)).toEqual([]);
    expect(read([pad([2, 1])], 48)).toEqual(['back']);
  });

  it('reads the right stick as scrolling, without its drift', () => {
    expect(scrollOf([pad([], [0, 0, 0, 0.1]), pad([], [0, 0, 0, -0.7])])).toBe(-0.7);
    expect(scrollOf([pad([], [0, 0, 0, 0.1])])).toBe(0);
    expect(scrollOf([{ buttons: [], axes: [0, 0] }])).toBe(0);
  });
});
