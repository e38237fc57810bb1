// Covers that the invented games share: the demo's covers in other colors. Used by seed-library.ts.
import pLimit from 'p-limit';
import sharp from 'sharp';
import { demoGames, readPicture } from '#demo/demo-library.ts';
import type { ArtworkService } from '#games/artwork/artwork.service.ts';

/** The number of covers in progress: other threads encode one while another is stored. */
const parallelCovers = 2;

/** Stores `count` covers and returns their names. */
export async function keepCovers(artwork: ArtworkService, count: number): Promise<string[]> {
  const limit = pLimit(parallelCovers);
  const keepOne = async (number: number) => artwork.keep(await recolorCover(number));
  return limit.map(Array.from({ length: count }).keys(), keepOne);
}

/** The hue changes with each round through the demo's covers. */
async function recolorCover(number: number): Promise<Buffer> {
  const { cover } = demoGames[number % demoGames.length] as (typeof demoGames)[number];
  const hue = 47 * (1 + Math.floor(number / demoGames.length));
  return sharp(await readPicture(cover))
    .modulate({ hue: hue % 360 })
    .webp({ quality: 80, effort: 2 })
    .toBuffer();
}
