// Small real archives for the demo's games: a note, the license, and random bytes as filler.
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Storage, StoredStream } from '#platform/storage/storage.ts';
import { newId } from '#platform/tokens.ts';
import { createRandom } from '#seed/random.ts';
import type { DemoGame } from './demo-library.ts';

export interface StoredArchive extends StoredStream {
  platform: string;
}

/** One archive is large, so that its download takes long enough to watch. */
const bigOne = { title: '0 A.D.', platform: 'Windows', bytes: 60 * 1024 * 1024 };

function payloadBytes(title: string, platform: string): number {
  if (title === bigOne.title && platform === bigOne.platform) return bigOne.bytes;
  return createRandom(`${title} ${platform}`).whole(8, 400) * 1024;
}

function readme({ title, description }: DemoGame, platform: string): string {
  const note =
    'This archive belongs to the demo library of Cellar. It stands in for the game and does not contain it: get the game itself from its makers.';
  return `${title} (${platform})\n\n${description}\n\n${note}\n`;
}

function zip(game: DemoGame, platform: string): ZipFile {
  const archive = new ZipFile();
  const license = `${game.title} is free to download and share. License: ${game.license}.\n`;
  archive.addBuffer(Buffer.from(readme(game, platform)), 'README.txt');
  archive.addBuffer(Buffer.from(license), 'LICENSE.txt');
  const size = payloadBytes(game.title, platform);
  archive.addReadStream(Readable.from(noise(size)), 'data/filler.bin', { compress: false, size });
  archive.end();
  return archive;
}

export async function storeArchive(
  storage: Storage,
  game: DemoGame,
  platform: string,
): Promise<StoredArchive> {
  const stored = await storage.storeFile(newId(), zip(game, platform).outputStream as Readable);
  return { platform, ...stored };
}

/** Yields random bytes, because a connection that compresses would transfer zeros almost instantly. */
function* noise(bytes: number): Generator<Buffer> {
  const pieceBytes = 256 * 1024;
  for (let left = bytes; left > 0; left -= pieceBytes) yield randomBytes(Math.min(left, pieceBytes));
}
