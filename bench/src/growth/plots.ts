// Draws how figures grow with a size, each size ten times the one before.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/runtime.mjs';
import { drawPlots } from '../plot.ts';

interface Figure {
  title: string;
  unit: string;
  /** By name, a value for each size. */
  curves: Record<string, number[]>;
}

/** Writes `bench/plots/growth-NAME.svg`. `name` is also what the sizes count. */
export function drawGrowth(name: string, sizes: number[], figures: Figure[]): void {
  const folder = join(root, 'bench', 'plots');
  mkdirSync(folder, { recursive: true });
  const plots = figures.map(({ title, unit, curves }) => ({
    title,
    x: { label: name, scale: 'log' as const },
    y: { label: unit },
    series: Object.entries(curves).map(([curve, values]) => ({
      name: curve,
      hasMarks: true,
      points: values.map((y, at) => ({ x: sizes[at] as number, y })),
    })),
  }));
  writeFileSync(join(folder, `growth-${name}.svg`), drawPlots(plots));
}
