import { expect, it } from 'vitest';
import { drawPlots, type Plot } from './plot.ts';

function plotOf(...ys: number[][]): Plot {
  const series = ys.map((values, at) => ({ name: `line ${at}`, points: values.map((y, x) => ({ x, y })) }));
  return { title: 'Size & <time>', x: { label: 'minutes' }, y: { label: 'MB' }, series };
}

it('draws a line for each series, and a legend if there are several', () => {
  expect(drawPlots([plotOf([1, 2])]).match(/class="line"/g)).toHaveLength(1);
  expect(drawPlots([plotOf([1, 2])])).not.toContain('line 0');
  const two = drawPlots([plotOf([1, 2], [3, 4])]);
  expect(two.match(/class="line"/g)).toHaveLength(2);
  expect(two).toContain('line 1</text>');
});

it('escapes texts', () => {
  expect(drawPlots([plotOf([1, 2])])).toContain('Size &amp; &lt;time></text>');
});

it('keeps the peak of a line with more points than pixels', () => {
  const values = Array.from({ length: 5000 }, (_, at) => (at === 1234 ? 100 : 1));
  const path = /class="line"[^>]* d="([^"]*)"/.exec(drawPlots([plotOf(values)]))?.[1] ?? '';
  const heights = [...path.matchAll(/[ML]\S+ ([\d.]+)/g)].map(([, y]) => Number(y));
  expect(heights.length).toBeLessThan(500);
  expect(Math.min(...heights)).toBe(0);
});
