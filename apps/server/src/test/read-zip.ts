// Reads a ZIP file according to its specification (APPNOTE.TXT), independently of the library that wrote it.
import { crc32, inflateRawSync } from 'node:zlib';

export interface ZipEntry {
  name: string;
  /** General purpose bit 11: the name is UTF-8. */
  isUtf8: boolean;
  bytes: Buffer;
}

/** @throws for a wrong signature, size or checksum */
export function readZip(zip: Buffer): ZipEntry[] {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  if (end < 0) throw new Error('no end of central directory');
  const entries: ZipEntry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error('no central directory entry');
    const nameLength = zip.readUInt16LE(at + 28);
    entries.push({
      name: zip.toString('utf8', at + 46, at + 46 + nameLength),
      isUtf8: (zip.readUInt16LE(at + 8) & 0x800) !== 0,
      bytes: contentOf(zip, at),
    });
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  if (at !== end) throw new Error('unexpected bytes between the central directory and its end record');
  return entries;
}

function contentOf(zip: Buffer, entry: number): Buffer {
  const [crc, packedSize, size] = [16, 20, 24].map((offset) => zip.readUInt32LE(entry + offset));
  const local = zip.readUInt32LE(entry + 42);
  if (zip.readUInt32LE(local) !== 0x04034b50) throw new Error('no local file header');
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const packed = zip.subarray(start, start + (packedSize ?? 0));
  const bytes = zip.readUInt16LE(entry + 10) === 0 ? packed : inflateRawSync(packed);
  if (bytes.length !== size || crc32(bytes) !== crc)
    throw new Error('the content has a wrong size or checksum');
  return bytes;
}
