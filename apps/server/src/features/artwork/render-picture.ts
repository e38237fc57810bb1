// What is made of a picture: the whole one in WebP without metadata, smaller ones, and its ThumbHash. Pure work on
// bytes with sharp, no files; used by the artwork service.
import { artworkMaxAvifPixels, artworkMaxEdge, artworkMaxPixels } from '@cellar/contract/rules/artwork.ts';
import type { Sharp, SharpOptions } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { AppError } from '#http/errors.ts';
import { checkFormat, type PictureFormat } from './picture-bytes.ts';

/** 18 MB, so not before there is a picture to draw. */
let loading: Promise<typeof import('sharp')> | undefined;

async function openPicture(bytes: Buffer, options: SharpOptions = reading): Promise<Sharp> {
  loading ??= import('sharp');
  const { default: sharp } = await loading;
  // Nothing is drawn twice from the same memory: what libvips would keep for that is 50 MB lying idle.
  sharp.cache(false);
  return sharp(bytes, options);
}

/** `error` is strict about what is damaged or cut, and mild about odd metadata, which is dropped anyway. */
const reading: SharpOptions = { failOn: 'error', limitInputPixels: artworkMaxPixels, autoOrient: true };
const mostSeconds = 60;
/** ThumbHash looks at no more. */
const thumbEdge = 100;
const quality = 82;
/** In mails, which are copied to every reader. */
const jpegQuality = 75;

/** `edge`: pixels of the longer one, at most. @throws AppError not_an_image, image_too_large, image_damaged */
export async function encodeWhole(bytes: Buffer, edge: number = artworkMaxEdge): Promise<Buffer> {
  const format = checkFormat(bytes);
  try {
    await checkSize(bytes, format);
    // Of an animation the first picture; colours become sRGB; what is not asked for (EXIF, GPS, profiles) is left out.
    const picture = await openPicture(bytes);
    return await picture
      .timeout({ seconds: mostSeconds })
      .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
      .webp({ quality })
      .toBuffer();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('image_damaged', 'This picture is damaged or not complete.');
  }
}

/** sharp's names: AVIF is its `heif` with another codec. */
async function checkSize(bytes: Buffer, format: PictureFormat): Promise<void> {
  // Only the header is read; the limit is ours to tell, so that its breach can be told from damage.
  const found = await (await openPicture(bytes, { ...reading, limitInputPixels: false })).metadata();
  if (found.format !== (format === 'avif' ? 'heif' : format)) throw new Error('another format was read');
  const most = format === 'avif' ? artworkMaxAvifPixels : artworkMaxPixels;
  if (found.width * found.height > most) {
    throw new AppError('image_too_large', `The picture has more than ${most / 1_000_000} megapixels.`);
  }
}

export interface PictureFacts {
  width: number;
  height: number;
  thumbhash: string;
}

/** Of a whole picture of ours. */
export async function describeWhole(whole: Buffer): Promise<PictureFacts> {
  const { width, height, format } = await (await openPicture(whole)).metadata();
  if (format !== 'webp') throw new Error(`a picture to keep must be WebP, not ${format}`);
  const { data, info } = await (await openPicture(whole))
    .resize({ width: thumbEdge, height: thumbEdge, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const thumbhash = Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
  return { width, height, thumbhash };
}

/** A whole picture of ours at most `width` pixels wide; one that is no wider stays as it is. */
export async function renderAt(whole: Buffer, width: number): Promise<Buffer> {
  const found = await (await openPicture(whole)).metadata();
  if (found.width <= width) return whole;
  return (await openPicture(whole)).resize({ width }).webp({ quality }).toBuffer();
}

/** Likewise as a JPEG, for what knows no WebP. */
export async function renderJpeg(whole: Buffer, width: number): Promise<Buffer> {
  return (await openPicture(whole))
    .resize({ width, withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: jpegQuality, mozjpeg: true })
    .toBuffer();
}
