// Draws plots of lines as one SVG, several plots side by side. Plain text is enough for that; the colors follow the reader's theme.
import { linearScale, logScale, type Scale } from './scale.ts';

export interface Plot {
  title: string;
  x: Axis;
  y: Axis;
  series: Series[];
  /** A part of the x axis with a gray background, and its name. */
  shade?: { from: number; to: number; text: string };
}

export interface Axis {
  /** What the numbers are, with their unit: `minutes`, `memory (MB)`. */
  label: string;
  /** By default a linear one from 0. All values of a logarithmic axis must be above 0. */
  scale?: 'linear' | 'log';
}

export interface Series {
  /** Shown in the legend if the plot has several series. */
  name: string;
  /** In the order of x. */
  points: Point[];
  /** Draws a mark at each point: for a few points that were measured one by one. */
  hasMarks?: boolean;
}

export interface Point {
  x: number;
  y: number;
}

const size = { width: 460, height: 270 };
const margin = { left: 66, right: 32, top: 58, bottom: 44 };
const inner = {
  width: size.width - margin.left - margin.right,
  height: size.height - margin.top - margin.bottom,
};
/** More points than pixels would only make the file larger. */
const mostBuckets = 200;

// Two sets of colors with enough contrast to their background, also for readers who can't tell red from green.
const style = `
  svg { --back: #ffffff; --text: #1f2328; --faint: #59636e; --grid: #d9dee3; --shade: #f0f2f4;
    --line-0: #0969da; --line-1: #bc4c00; --line-2: #1a7f37; --line-3: #8250df; --line-4: #bf3989; }
  @media (prefers-color-scheme: dark) {
    svg { --back: #0d1117; --text: #e6edf3; --faint: #9198a1; --grid: #30363d; --shade: #161b22;
      --line-0: #58a6ff; --line-1: #ffa657; --line-2: #56d364; --line-3: #bc8cff; --line-4: #ff7bc8; }
  }
  text { font: 12px system-ui, sans-serif; fill: var(--faint); }
  .title { font-size: 14px; font-weight: 600; fill: var(--text); }
  .legend { fill: var(--text); }
  .grid { stroke: var(--grid); }
  .line { fill: none; stroke-width: 1.75; stroke-linejoin: round; }
`;

export function drawPlots(plots: Plot[], columns = Math.min(2, plots.length)): string {
  const width = columns * size.width;
  const height = Math.ceil(plots.length / columns) * size.height;
  const drawn = plots.map((plot, at) => {
    const [left, top] = [(at % columns) * size.width, Math.floor(at / columns) * size.height];
    return `<g transform="translate(${left + margin.left} ${top + margin.top})">\n${drawPlot(plot)}\n</g>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<style>${style}</style>`,
    `<rect width="${width}" height="${height}" fill="var(--back)"/>`,
    ...drawn,
    '</svg>\n',
  ].join('\n');
}

function drawPlot({ title, x, y, series, shade }: Plot): string {
  const points = series.flatMap((one) => one.points);
  const [xs, ys] = [points.map((point) => point.x), points.map((point) => point.y)];
  const across = x.scale === 'log' ? logScale(xs) : linearScale(xs, { toTick: false });
  const up = y.scale === 'log' ? logScale(ys) : linearScale(ys, { toTick: true });
  return [
    shade ? drawShade(shade, across) : [],
    drawXAxis(across, x.label),
    drawYAxis(up, y.label),
    text(title, { x: -margin.left + 16, y: -36, class: 'title' }),
    series.length > 1 ? drawLegend(series) : [],
    series.map((one, at) => drawSeries(one, `var(--line-${at % 5})`, { across, up })),
  ]
    .flat()
    .join('\n');
}

function drawShade({ from, to, text: name }: NonNullable<Plot['shade']>, across: Scale): string[] {
  const [left, right] = [across.place(from) * inner.width, across.place(to) * inner.width];
  return [
    `<rect x="${short(left)}" width="${short(right - left)}" height="${inner.height}" fill="var(--shade)"/>`,
    text(name, { x: left + 4, y: 14 }),
  ];
}

function drawXAxis(scale: Scale, label: string): string[] {
  return [
    ...scale.ticks.flatMap(({ value, text: name }) => {
      const x = short(scale.place(value) * inner.width);
      return [
        `<line class="grid" x1="${x}" x2="${x}" y1="${inner.height}" y2="${inner.height + 4}"/>`,
        text(name, { x, y: inner.height + 18, 'text-anchor': 'middle' }),
      ];
    }),
    text(label, { x: inner.width / 2, y: inner.height + 36, 'text-anchor': 'middle' }),
  ];
}

function drawYAxis(scale: Scale, label: string): string[] {
  return [
    ...scale.ticks.flatMap(({ value, text: name }) => {
      const y = short((1 - scale.place(value)) * inner.height);
      return [
        `<line class="grid" x2="${inner.width}" y1="${y}" y2="${y}"/>`,
        text(name, { x: -8, y: y + 4, 'text-anchor': 'end' }),
      ];
    }),
    // Above the axis and not turned, so that nobody has to tilt their head.
    text(label, { x: -margin.left + 16, y: -17 }),
  ];
}

/** In the line of the y axis's label, from the right. */
function drawLegend(series: Series[]): string[] {
  let right = inner.width;
  return series
    .map((one, at): [Series, number] => [one, at])
    .reverse()
    .flatMap(([{ name }, at]) => {
      const end = right;
      // Letters differ in width, but a legend of a few words needs no more precision.
      const left = end - name.length * 6.6 - 18;
      right = left - 12;
      return [
        `<line x1="${short(left)}" x2="${short(left + 12)}" y1="-21" y2="-21" stroke="var(--line-${at % 5})" stroke-width="3"/>`,
        text(name, { x: left + 17, y: -17, class: 'legend' }),
      ];
    });
}

function drawSeries(
  { points, hasMarks }: Series,
  color: string,
  { across, up }: { across: Scale; up: Scale },
): string[] {
  const places = thinOut(points).map((point) => ({
    x: short(across.place(point.x) * inner.width),
    y: short((1 - up.place(point.y)) * inner.height),
  }));
  const path = places.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('');
  const marks = hasMarks
    ? places.map(({ x, y }) => `<circle cx="${x}" cy="${y}" r="3" fill="${color}"/>`)
    : [];
  return [`<path class="line" stroke="${color}" d="${path}"/>`, ...marks];
}

/** Keeps the lowest and the highest point of each bucket, so that no peak disappears. */
function thinOut(points: Point[]): Point[] {
  if (points.length <= 2 * mostBuckets) return points;
  return Array.from({ length: mostBuckets }, (_, bucket) => {
    const [from, to] = [bucket, bucket + 1].map((at) => Math.floor((at * points.length) / mostBuckets));
    const inside = points.slice(from, to).sort((a, b) => a.y - b.y);
    return [inside[0], inside[inside.length - 1]] as [Point, Point];
  })
    .flat()
    .sort((a, b) => a.x - b.x);
}

function text(content: string, attributes: Record<string, string | number>): string {
  const written = Object.entries(attributes).map(
    ([name, value]) => `${name}="${typeof value === 'number' ? short(value) : value}"`,
  );
  return `<text ${written.join(' ')}>${content.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`;
}

function short(value: number): number {
  return Math.round(value * 10) / 10;
}
