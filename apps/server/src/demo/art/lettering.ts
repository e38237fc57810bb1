// Text as outlines: a machine may have no font at all, so titles are set with fonts that come along as packages.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import opentype from 'opentype.js';
import { group, type Paint, type Point, path } from './svg.ts';

const require = createRequire(import.meta.url);

const files = {
  /** Fantasy, old stone. */
  cinzel: require.resolve('@fontsource/cinzel/files/cinzel-latin-900-normal.woff'),
  /** The future as it used to be. */
  michroma: require.resolve('@fontsource/michroma/files/michroma-latin-400-normal.woff'),
  /** Eight by eight. */
  pixel: require.resolve('@fontsource/press-start-2p/files/press-start-2p-latin-400-normal.woff'),
  /** Round and merry. */
  lilita: require.resolve('@fontsource/lilita-one/files/lilita-one-latin-400-normal.woff'),
  /** Tall and plain. */
  bebas: require.resolve('@fontsource/bebas-neue/files/bebas-neue-latin-400-normal.woff'),
  /** Fat and classical. */
  abril: require.resolve('@fontsource/abril-fatface/files/abril-fatface-latin-400-normal.woff'),
};

export type Face = keyof typeof files;

const loaded = new Map<Face, opentype.Font>();

function fontOf(face: Face): opentype.Font {
  const known = loaded.get(face);
  if (known) return known;
  const { buffer, byteOffset, byteLength } = readFileSync(files[face]);
  const font = opentype.parse(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer);
  loaded.set(face, font);
  return font;
}

export interface Setting {
  face: Face;
  size: number;
  /** Share of the size between letters. */
  spacing?: number;
}

export interface Outline {
  /** Of the ink, at the given size. */
  width: number;
  height: number;
  /** Draws it with the left top of its ink at this point. */
  at(corner: Point, paint: Paint): string;
}

/** Letter by letter: of what a font can do, nothing but kerning is wanted here (and the library can't do all of it). */
function layOut(text: string, { face, size, spacing = 0 }: Setting): opentype.Path {
  const font = fontOf(face);
  const scale = size / font.unitsPerEm;
  const whole = new opentype.Path();
  let x = 0;
  let last: opentype.Glyph | undefined;
  for (const character of text) {
    const glyph = font.charToGlyph(character);
    if (last) x += font.getKerningValue(last, glyph) * scale;
    whole.extend(glyph.getPath(x, 0, size));
    x += (glyph.advanceWidth ?? 0) * scale + spacing * size;
    last = glyph;
  }
  return whole;
}

export function outline(text: string, setting: Setting): Outline {
  const ink = layOut(text, setting);
  const box = ink.getBoundingBox();
  const data = pathData(ink);
  return {
    width: box.x2 - box.x1,
    height: box.y2 - box.y1,
    at: ([x, y], paint) => group(path(data, paint), { transform: `translate(${x - box.x1} ${y - box.y1})` }),
  };
}

// The library's own writer joins two numbers where a small negative one is rounded to zero.
function pathData({ commands }: opentype.Path): string {
  const pairs = (...values: number[]) => values.map((value) => Math.round(value * 10) / 10).join(' ');
  return commands
    .map((command) => {
      if (command.type === 'Z') return 'Z';
      if (command.type === 'C')
        return `C${pairs(command.x1, command.y1, command.x2, command.y2, command.x, command.y)}`;
      if (command.type === 'Q') return `Q${pairs(command.x1, command.y1, command.x, command.y)}`;
      return `${command.type}${pairs(command.x, command.y)}`;
    })
    .join('');
}
