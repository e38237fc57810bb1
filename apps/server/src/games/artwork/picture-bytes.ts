// Reads an uploaded picture and determines its format by its content alone. File names and declared types are not trusted.
import type { Readable } from 'node:stream';
import { artworkMaxBytes } from '@cellar/contract/games/rules/artwork.ts';
import { AppError } from '#http/errors.ts';

export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

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
export function checkFormat(bytes: Buffer): PictureFormat {
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
