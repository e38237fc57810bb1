// Draws PNG pictures without a library: two colors that depend on the address.
import { crc32, deflateSync } from 'node:zlib';

export function drawPicture(seed: string, width: number, height: number): Buffer {
  const hue = crc32(seed);
  const colours = [
    [hue & 255, (hue >> 8) & 255, (hue >> 16) & 255],
    [(hue >> 16) & 255, hue & 255, (hue >> 8) & 255],
  ];
  const rows: Buffer[] = [];
  for (let y = 0; y < height; y += 1) {
    const row = Buffer.alloc(1 + width * 3);
    for (let x = 0; x < width; x += 1) row.set(colours[x * height > y * width ? 1 : 0] ?? [], 1 + x * 3);
    rows.push(row);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Three channels of 8 bits.
  header.set([8, 2], 8);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    ...[signature, chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 1 }))],
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
