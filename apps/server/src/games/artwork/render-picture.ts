// Encodes a picture with sharp: full-size WebP without metadata, smaller sizes, JPEG, ThumbHash.
import {
  artworkMaxAvifPixels,
  artworkMaxEdge,
  artworkMaxPixels,
} from '@cellar/contract/games/rules/artwork.ts';
import type { Sharp, SharpOptions } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { AppError } from '#http/errors.ts';
import { checkFormat, type PictureFormat } from './picture-bytes.ts';

/** sharp takes 18 MB of memory, so it is loaded only when the first picture is processed. */
let loading: Promise<typeof import('sharp')> | undefined;

async function openPicture(bytes: Buffer, options: SharpOptions = reading): Promise<Sharp> {
  loading ??= import('sharp');
  const { default: sharp } = await loading;
  // No picture is processed twice, so the 50 MB cache of libvips would be useless.
  sharp.cache(false);
  return sharp(bytes, options);
}

/** `error` refuses damaged or truncated pictures and accepts unusual metadata, which is dropped anyway. */
const reading: SharpOptions = { failOn: 'error', limitInputPixels: artworkMaxPixels, autoOrient: true };
const timeoutSeconds = 60;
/** The largest edge that ThumbHash accepts, pixels. */
const thumbEdge = 100;
const quality = 82;
/** Lower, because each email contains a copy of the picture. */
const jpegQuality = 75;

/** `edge`: maximum length of the longer side, pixels. @throws AppError not_an_image, image_too_large, image_damaged */
export async function encodeWhole(bytes: Buffer, edge: number = artworkMaxEdge): Promise<Buffer> {
  const format = checkFormat(bytes);
  try {
    await checkSize(bytes, format);
    // Takes the first frame of an animation, converts colors to sRGB, and drops EXIF, GPS and profiles.
    const picture = await openPicture(bytes);
    return await picture
      .timeout({ seconds: timeoutSeconds })
      .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
      .webp({ quality })
      .toBuffer();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('image_damaged', 'This picture is damaged or not complete.');
  }
}

async function checkSize(bytes: Buffer, format: PictureFormat): Promise<void> {
  // Reads only the header, without sharp's own limit, so that a large picture is not reported as damaged.
  const found = await (await openPicture(bytes, { ...reading, limitInputPixels: false })).metadata();
  // sharp calls AVIF `heif`.
  if (found.format !== (format === 'avif' ? 'heif' : format)) throw new Error('sharp read another format');
  const maxPixels = format === 'avif' ? artworkMaxAvifPixels : artworkMaxPixels;
  if (found.width * found.height > maxPixels) {
    throw new AppError('image_too_large', `The picture has more than ${maxPixels / 1_000_000} megapixels.`);
  }
}

export interface PictureFacts {
  width: number;
  height: number;
  thumbhash: string;
}

/** `whole` must be a full-size picture that we encoded. */
export async function describeWhole(whole: Buffer): Promise<PictureFacts> {
  const { width, height, format } = await (await openPicture(whole)).metadata();
  if (format !== 'webp') throw new Error(`a stored picture must be WebP, not ${format}`);
  const { data, info } = await (await openPicture(whole))
    .resize({ width: thumbEdge, height: thumbEdge, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const thumbhash = Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
  return { width, height, thumbhash };
}

/** Scales one of our full-size pictures down to `width` pixels. Returns a narrower picture unchanged. */
export async function renderAt(whole: Buffer, width: number): Promise<Buffer> {
  const found = await (await openPicture(whole)).metadata();
  if (found.width <= width) return whole;
  return (await openPicture(whole)).resize({ width }).webp({ quality }).toBuffer();
}

/** Like `renderAt`, as a JPEG for email programs that do not show WebP. */
export async function renderJpeg(whole: Buffer, width: number): Promise<Buffer> {
  return (await openPicture(whole))
    .resize({ width, withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: jpegQuality, mozjpeg: true })
    .toBuffer();
}
