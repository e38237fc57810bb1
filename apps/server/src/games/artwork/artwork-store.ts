// Stores a picture: its files, then its row. A failure leaves nothing behind. If a picture is uploaded again while a sweep
// removes it, its row is inserted after the sweep has finished with it.

import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ArtworkKept } from '@cellar/contract/games/games.endpoints.ts';
import {
  artworkMaxAvifPixels,
  artworkMaxBytes,
  artworkMaxEdge,
  artworkMaxPixels,
  artworkNameAt,
  artworkUrl,
  artworkWidths,
} from '@cellar/contract/games/rules/artwork.ts';
import type { Sharp, SharpOptions } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { AppError } from '#http/errors.ts';
import type { Base } from '#platform/base.ts';
import { isoAt } from '#platform/clock.ts';
import type { NamedPicture, PictureStorage } from '#platform/storage/storage.ts';
import * as repository from './artwork.repository.ts';

interface Deps extends Pick<Base, 'db' | 'clock'> {
  files: PictureStorage;
}

const sweepPollMs = 20;

/** Returns a function that stores a full-size picture. */
export function createArtworkStore(deps: Deps) {
  const inProgress = new Map<string, Promise<ArtworkKept>>();

  /** Idempotent. Stores identical pictures one after the other, so that a failure cannot remove the files of another upload. */
  return function storeInTurn(whole: Buffer): Promise<ArtworkKept> {
    const name = nameOf(whole);
    const before = inProgress.get(name)?.catch(() => undefined);
    const work = Promise.resolve(before).then(() => store(deps, name, whole));
    inProgress.set(name, work);
    return work.finally(() => {
      if (inProgress.get(name) === work) inProgress.delete(name);
    });
  };
}

/** Writes the files before the row, so that a row always has all its files. */
async function store(deps: Deps, name: string, whole: Buffer): Promise<ArtworkKept> {
  const { db, files, clock } = deps;
  const known = await repository.touchArtwork(db, name, isoAt(clock));
  if (known && (await files.has(name))) return present(known);
  const facts = await describeWhole(whole);
  const pictures = [{ name, bytes: whole }];
  for (const width of artworkWidths) {
    pictures.push({ name: artworkNameAt(name, width), bytes: await renderAt(whole, width) });
  }
  const row = { name, ...facts, fileSize: whole.length, createdAt: isoAt(clock) };
  await writeAndRecord(deps, pictures, row);
  return present(row);
}

async function writeAndRecord(
  deps: Deps,
  pictures: NamedPicture[],
  row: repository.ArtworkRow,
): Promise<void> {
  const { files } = deps;
  const added = await listAbsent(files, pictures);
  try {
    await files.write(pictures);
    while (!(await record(deps, row))) await sleep(sweepPollMs);
  } catch (error) {
    await discardUnrecorded(deps, row.name, added);
    throw error;
  }
  if ((await listAbsent(files, pictures)).length > 0) await files.write(pictures);
}

/** Inserts the row, which protects the files from later sweeps. Returns false while a sweep is removing them. */
function record({ db, clock }: Deps, row: repository.ArtworkRow): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await repository.cancelRemoval(trx, row.name, isoAt(clock)))) return false;
    await repository.insertArtwork(trx, row);
    return true;
  });
}

/** Removes the files unless a row for them exists: the commit may have succeeded even if its confirmation was lost. */
async function discardUnrecorded({ db, files }: Deps, name: string, added: string[]): Promise<void> {
  const isRecorded = await repository.findArtwork(db, name).then(Boolean, () => true);
  if (!isRecorded) await files.remove(added);
}

async function listAbsent(files: PictureStorage, pictures: NamedPicture[]): Promise<string[]> {
  const absent: string[] = [];
  for (const { name } of pictures) if (!(await files.has(name))) absent.push(name);
  return absent;
}

export function nameOf(whole: Buffer): string {
  return `${createHash('sha256').update(whole).digest('hex')}.webp`;
}

function present({ name, width, height, thumbhash }: Omit<ArtworkKept, 'url'>): ArtworkKept {
  return { name, url: artworkUrl(name), width, height, thumbhash };
}

// Encodes a picture with sharp: full-size WebP without metadata, smaller sizes, JPEG, ThumbHash.

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

interface PictureFacts {
  width: number;
  height: number;
  thumbhash: string;
}

/** `whole` must be a full-size picture that we encoded. */
async function describeWhole(whole: Buffer): Promise<PictureFacts> {
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

// Reads an uploaded picture and determines its format by its content alone. File names and declared types are not trusted.

type PictureFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

/** @throws AppError payload_too_large */
export async function readPicture(stream: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of stream) {
    size += piece.length;
    if (size > artworkMaxBytes) {
      const maxMb = artworkMaxBytes / 1024 ** 2;
      throw new AppError('payload_too_large', `The picture is larger than ${maxMb} MB.`);
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** @throws AppError not_an_image for other formats, and for a picture that is also another kind of file */
function checkFormat(bytes: Buffer): PictureFormat {
  const format = formatOf(bytes);
  if (!format) {
    throw new AppError(
      'not_an_image',
      'This is not a picture that can be used here. Choose a JPEG, PNG, WebP, AVIF or GIF file.',
    );
  }
  if (isPolyglot(bytes)) {
    throw new AppError('not_an_image', 'This file is more than a picture, so it is not taken.');
  }
  return format;
}

function formatOf(bytes: Buffer): PictureFormat | undefined {
  const starts = (signature: string, at = 0) =>
    bytes.subarray(at, at + signature.length).equals(Buffer.from(signature, 'latin1'));
  if (starts('\xff\xd8\xff')) return 'jpeg';
  if (starts('\x89PNG\r\n\x1a\n')) return 'png';
  if (starts('GIF87a') || starts('GIF89a')) return 'gif';
  if (starts('RIFF') && starts('WEBP', 8)) return 'webp';
  return starts('ftyp', 4) && brandsOf(bytes).includes('avif') ? 'avif' : undefined;
}

/** Reads the first box of ISO/IEC 14496-12: its size, `ftyp`, one brand, a version, and further brands of four letters. */
function brandsOf(bytes: Buffer): string[] {
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256);
  const brands: string[] = [];
  for (let at = 8; at + 4 <= end; at += 4) brands.push(bytes.toString('latin1', at, at + 4));
  return brands;
}

/** Browsers inspect at most this many bytes to guess a type. PDF readers search a similar range for a header. */
const sniffedBytes = 1445;
const foreignMarks = /%pdf-|<!doctype|<html|<head|<body|<script|<iframe|<svg|<\?php/i;
/** A ZIP archive is read from its end: a record of 22 bytes and a comment of at most 64 KiB. */
const zipTailBytes = 22 + 0xffff;

/**
 * Whether other programs could read the file as HTML, PDF, PHP or ZIP. Encoding would make it harmless, but nobody creates such a
 * file by accident.
 */
function isPolyglot(bytes: Buffer): boolean {
  if (foreignMarks.test(bytes.toString('latin1', 0, sniffedBytes))) return true;
  const tail = bytes.subarray(-zipTailBytes);
  for (let at = tail.indexOf('PK\x05\x06'); at !== -1; at = tail.indexOf('PK\x05\x06', at + 1)) {
    const commentLength = at + 22 <= tail.length ? tail.readUInt16LE(at + 20) : Number.NaN;
    if (at + 22 + commentLength === tail.length) return true;
  }
  return false;
}
