// A cover: a scene and a title, 600 by 900, as WebP. Used by the demo's seeding.
import sharp from 'sharp';
import { createCanvas, type Palette, type Scene } from './canvas.ts';
import { drawTitle, type Lettering } from './title.ts';

export interface CoverDesign {
  palette: Palette;
  lettering: Omit<Lettering, 'note'>;
  scene: Scene;
}

export interface CoverText {
  /** Also the seed of its chance. */
  title: string;
  genre: string;
}

export async function renderCover({ title, genre }: CoverText, design: CoverDesign): Promise<Buffer> {
  const { palette, lettering, scene } = design;
  const focus = lettering.place === 'top' ? 0.6 : 0.38;
  const canvas = createCanvas({ width: 600, height: 900, palette, seed: title, focus });
  scene(canvas);
  drawTitle(canvas, { ...lettering, note: genre });
  return sharp(Buffer.from(canvas.toSvg())).webp({ quality: 82, effort: 2 }).toBuffer();
}
