// Covers without a title, for the invented games to share: the demo's scenes in each other's colours.
// Used by seed-library.ts.
import sharp from 'sharp';
import type { ArtworkService } from '#features/artwork/artwork.service.ts';
import { createCanvas } from '#src/demo/art/canvas.ts';
import type { CoverDesign } from '#src/demo/art/cover.ts';
import { coverDesigns } from '#src/demo/art/covers.ts';

/** Pictures are drawn on other threads: while one is, another can be stored. */
const lanes = 2;

/** Draws and keeps this many; gives their names. */
export async function keepCovers(artwork: ArtworkService, count: number): Promise<string[]> {
  const names: string[] = [];
  let next = 0;
  async function drawSome(): Promise<void> {
    for (let number = next++; number < count; number = next++) {
      names[number] = await artwork.keep(await drawCover(number));
    }
  }
  await Promise.all(Array.from({ length: lanes }, drawSome));
  return names;
}

function drawCover(number: number): Promise<Buffer> {
  const designs = Object.values(coverDesigns);
  const { scene } = designs[number % designs.length] as CoverDesign;
  // The first round is as the demo has them, each further one in the colours of a neighbour.
  const round = Math.floor(number / designs.length);
  const { palette } = designs[(number + round * 7) % designs.length] as CoverDesign;
  const canvas = createCanvas({ width: 600, height: 900, palette, seed: `seed ${number}`, focus: 0.5 });
  scene(canvas);
  return sharp(Buffer.from(canvas.toSvg())).webp({ quality: 80, effort: 2 }).toBuffer();
}
