// What a scene draws on: a size, a palette, its own chance, and the gradients it asks for. Used by cover.ts and screenshot.ts.
import { createRandom, type Random } from './random.ts';
import { circle, type Point, rect } from './svg.ts';

export interface Palette {
  /** The darkest, which the shade under a title takes. */
  base: string;
  low: string;
  mid: string;
  high: string;
  /** The lightest: the title's. */
  light: string;
  accent: string;
}

/** From dark to light, and the one that stands out. */
export function paletteOf(colors: string): Palette {
  const [base = '', low = '', mid = '', high = '', light = '', accent = ''] = colors.split(' ');
  return { base, low, mid, high, light, accent };
}

export type Stop = readonly [offset: number, color: string, opacity?: number];

/** From one colour to another, all the way. */
export const fade = (from: string, to: string): Stop[] => [
  [0, from],
  [1, to],
];

export interface Canvas {
  width: number;
  height: number;
  /** A hundredth of the shorter side: sizes are told in it, so that a scene fits a cover and a screenshot. */
  unit: number;
  /** Where the eye shall rest, away from the title. */
  focus: Point;
  palette: Palette;
  random: Random;
  add(...fragments: string[]): void;
  /** Paints of gradients; a linear one runs downwards unless told otherwise. */
  linear(stops: readonly Stop[], direction?: 'down' | 'right' | 'diagonal'): string;
  radial(stops: readonly Stop[], center?: Point): string;
  /** A soft light. */
  glow(at: Point, radius: number, light: { color: string; strength?: number }): void;
  /** Fills everything. */
  fill(paint: string): void;
  /** What the inside of a shape alone lets through; gives the reference. */
  clip(shape: string): string;
  toSvg(): string;
}

export type Scene = (canvas: Canvas) => void;

export interface CanvasOptions {
  width: number;
  height: number;
  palette: Palette;
  seed: string;
  /** Share of the height at which the eye shall rest. */
  focus: number;
}

const directions = { down: [0, 0, 0, 1], right: [0, 0, 1, 0], diagonal: [0, 0, 1, 1] } as const;

export function createCanvas({ width, height, palette, seed, focus }: CanvasOptions): Canvas {
  const definitions: string[] = [];
  const body: string[] = [];

  function define(tag: string, attributes: string, content: string): string {
    const id = `d${definitions.length}`;
    definitions.push(`<${tag} id="${id}" ${attributes}>${content}</${tag}>`);
    return `url(#${id})`;
  }

  const canvas: Canvas = {
    ...{ width, height, palette, unit: Math.min(width, height) / 100, focus: [width / 2, height * focus] },
    random: createRandom(seed),
    add: (...fragments) => void body.push(...fragments),
    linear(stops, direction = 'down') {
      const [x1, y1, x2, y2] = directions[direction];
      return define('linearGradient', `x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"`, stopTags(stops));
    },
    radial: (stops, [cx, cy] = [0.5, 0.5]) =>
      define('radialGradient', `cx="${cx}" cy="${cy}" r="${cx === 0.5 ? 0.5 : 0.75}"`, stopTags(stops)),
    glow(at, radius, { color, strength = 0.8 }) {
      const fading = [
        [0, color, strength],
        [0.35, color, strength * 0.45],
        [1, color, 0],
      ] as const;
      body.push(circle(at, radius, canvas.radial(fading)));
    },
    fill: (paint) => void body.push(rect([0, 0], [width, height], paint)),
    clip: (shape) => define('clipPath', '', shape),
    toSvg: () =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
      `<defs>${definitions.join('')}</defs>${body.join('')}</svg>`,
  };
  return canvas;
}

function stopTags(stops: readonly Stop[]): string {
  return stops
    .map(
      ([offset, color, opacity = 1]) =>
        `<stop offset="${offset}" stop-color="${color}" stop-opacity="${opacity}"/>`,
    )
    .join('');
}
