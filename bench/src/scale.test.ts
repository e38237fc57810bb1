import { describe, expect, it } from 'vitest';
import { linearScale, logScale, type Scale } from './scale.ts';

const textsOf = ({ ticks }: Scale) => ticks.map(({ text }) => text);
const placesOf = ({ place, ticks }: Scale) => ticks.map(({ value }) => Number(place(value).toFixed(3)));

describe('a linear scale', () => {
  it('begins at 0 and ends at a round number', () => {
    const scale = linearScale([180, 374], { toTick: true });
    expect(textsOf(scale)).toEqual(['0', '100', '200', '300', '400']);
    expect(placesOf(scale)).toEqual([0, 0.25, 0.5, 0.75, 1]);
  });

  it('ends at the largest value if it is not extended to a tick', () => {
    const scale = linearScale([120], { toTick: false });
    expect(textsOf(scale)).toEqual(['0', '50', '100']);
    expect(scale.place(120)).toBe(1);
  });

  it('shows small and negative numbers, and one that is always 0', () => {
    expect(textsOf(linearScale([0.02, 0.025], { toTick: true }))).toEqual(['0.00', '0.01', '0.02', '0.03']);
    expect(textsOf(linearScale([-3, 4], { toTick: true }))).toEqual(['-4', '-2', '0', '2', '4']);
    expect(linearScale([0, 0], { toTick: true }).place(0)).toBe(0);
  });
});

describe('a logarithmic scale', () => {
  it('has a tick at each power of ten', () => {
    const scale = logScale([1000, 40_000, 1_000_000]);
    expect(textsOf(scale)).toEqual(['1,000', '10,000', '100,000', '1,000,000']);
    expect(placesOf(scale)).toEqual([0, 0.333, 0.667, 1]);
  });

  it('shows values below 1', () => {
    expect(textsOf(logScale([0.05, 3]))).toEqual(['0.01', '0.1', '1', '10']);
  });
});
