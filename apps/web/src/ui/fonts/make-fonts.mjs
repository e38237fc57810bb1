// `node apps/web/src/ui/fonts/make-fonts.mjs`: makes geist.woff2 and prints the numbers in fonts.css. Its packages are
// needed only here, so it installs them into a temporary folder.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const packages = ['geist@1.7.2', 'subset-font@2.9.0', 'fontkit@2.0.4', '@capsizecss/metrics@4.3.0'];
const weights = { min: 400, max: 800 };
/** Kerning and marks are always on. `tnum` gives all digits the same width, `case` fits marks to capitals. */
const keepFeatures = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'liga', 'tnum', 'case'];

/** The Latin letters of Europe, and the marks and symbols of the texts. Other scripts use the system's font. */
const ranges = [
  [0x20, 0x7e],
  [0xa0, 0x17f],
  [0x218, 0x21b],
  [0x300, 0x304],
  [0x306, 0x30c],
  [0x327, 0x328],
  [0x2010, 0x2015],
  [0x2018, 0x201e],
  [0x2020, 0x2022],
  [0x2190, 0x2193],
  [0x2264, 0x2265],
];
const others = 'ẞ…‰‹›€№™−≈≠∞⇧↵↗\u202f';

/** Characters that the font lacks, and those whose glyphs they get: hyphens and the narrow no-break space. */
const sameGlyph = { '\u2010': '-', '\u2011': '-', '\u202f': ' ' };

const folder = mkdtempSync(join(tmpdir(), 'fonts-'));
try {
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, ...packages], {
    stdio: 'inherit',
  });
  await make();
} finally {
  rmSync(folder, { recursive: true });
}

async function make() {
  const source = readFileSync(join(folder, 'node_modules/geist/dist/fonts/geist-sans/Geist-Variable.ttf'));
  const load = createRequire(join(folder, 'x.js'));
  const { create } = load('fontkit');
  const subsetFont = load('subset-font');
  const created = create(source);
  const text = [...ranges.flatMap(([from, to]) => range(from, to)), ...others].join('');
  const options = { targetFormat: 'woff2', variationAxes: { wght: weights }, keepFeatures };
  const font = await subsetFont(withSameGlyphs(source, created), text, options);
  writeFileSync(join(import.meta.dirname, 'geist.woff2'), font);
  const made = create(font);
  const missing = [...text].filter((letter) => !made.hasGlyphForCodePoint(letter.codePointAt(0)));
  console.log(`${font.length} bytes, missing: ${missing.map((letter) => JSON.stringify(letter)).join(' ')}`);
  printFallbacks(created, load);
}

function range(from, to) {
  return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index));
}

/** Returns the font with a `cmap` table that also maps the characters of `sameGlyph`. */
function withSameGlyphs(source, font) {
  const glyphs = new Map(font.characterSet.map((code) => [code, font.glyphForCodePoint(code).id]));
  for (const [letter, same] of Object.entries(sameGlyph))
    glyphs.set(letter.codePointAt(0), glyphs.get(same.codePointAt(0)));
  return withTable(source, 'cmap', cmapOf([...glyphs].sort(([a], [b]) => a - b)));
}

/** A table with one subtable of format 12, and a group for each character (OpenType specification, `cmap`). */
function cmapOf(glyphs) {
  const groups = glyphs.map(([code, glyph]) => uint32(code, code, glyph));
  const size = 16 + 12 * groups.length;
  const header = Buffer.from([0, 0, 0, 1, 0, 3, 0, 10, 0, 0, 0, 12]);
  return Buffer.concat([header, Buffer.from([0, 12, 0, 0]), uint32(size, 0, groups.length), ...groups]);
}

function withTable(source, name, table) {
  const tables = Array.from({ length: source.readUInt16BE(4) }, (_, index) => {
    const entry = source.subarray(12 + 16 * index);
    const [start, length] = [entry.readUInt32BE(8), entry.readUInt32BE(12)];
    const tag = entry.toString('latin1', 0, 4);
    return { tag, data: tag === name ? table : source.subarray(start, start + length) };
  });
  let offset = 12 + 16 * tables.length;
  const entries = tables.map(({ tag, data }) => {
    const entry = Buffer.concat([Buffer.from(tag, 'latin1'), uint32(0, offset, data.length)]);
    offset += Math.ceil(data.length / 4) * 4;
    return entry;
  });
  const padded = tables.map(({ data }) => Buffer.concat([data, Buffer.alloc(-data.length & 3)]));
  return Buffer.concat([source.subarray(0, 12), ...entries, ...padded]);
}

function uint32(...values) {
  const buffer = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) buffer.writeUInt32BE(value, 4 * index);
  return buffer;
}

/**
 * `size-adjust` is the ratio of the average widths of a letter, weighted by how often it occurs in English text (the
 * method and numbers of @capsizecss/metrics). The other values are the font's, divided by it.
 */
function printFallbacks({ ascent, descent, unitsPerEm }, load) {
  const width = (family, weight) => {
    const font = load(`@capsizecss/metrics/${family}/${weight}`);
    return font.xWidthAvg / font.unitsPerEm;
  };
  const percent = (value) => `${(100 * value).toFixed(1)}%`;
  for (const family of ['arial', 'roboto'])
    for (const weight of ['regular', '700']) {
      const ratio = width('geist', weight) / width(family, weight);
      const [above, below] = [ascent / unitsPerEm / ratio, -descent / unitsPerEm / ratio];
      console.log(
        `${family} ${weight}: size ${percent(ratio)}, ascent ${percent(above)}, descent ${percent(below)}`,
      );
    }
}
