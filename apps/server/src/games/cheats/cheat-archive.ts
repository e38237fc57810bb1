// Builds the ZIP of a cheat file while the file is being uploaded: the file itself, then INSTRUCTIONS.txt.
import { Readable } from 'node:stream';
import type { CheatFields } from '@cellar/contract/games/cheats.ts';
import { type CheatExtension, noCheatDescription } from '@cellar/contract/games/rules/cheats.ts';
import { formatBytes } from '@cellar/contract/rules/sizes.ts';
import { archiveKind, archiveMagicBytes } from '@cellar/contract/transfer/rules/archives.ts';
import { ZipFile } from 'yazl';
import { AppError } from '#http/errors.ts';

export interface CheatSource {
  /** The uploaded file. */
  stream: Readable;
  /** The file's name in the ZIP: safe, and with an accepted extension. */
  fileName: string;
  extension: CheatExtension;
  /** Resolves after the whole form has arrived. */
  fields: Promise<CheatFields>;
}

const compressed: CheatExtension[] = ['.zip', '.rar', '.7z'];

/** Returns the ZIP as a stream. The stream fails for a refused, interrupted or too large file, and for invalid fields. */
export function zipCheat({ stream, fileName, extension, fields }: CheatSource, maxBytes: number): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const file = Readable.from(checked(stream, extension, maxBytes), { objectMode: false });
  const fail = (error: Error) => void output.destroy(error);
  // The library reports its own errors, but not those of the file that it reads.
  zip.on('error', fail);
  file.on('error', fail);
  // The reader of the stream receives the error, even an earlier one. Without this listener, the error would crash the process.
  output.on('error', () => undefined);
  // When the ZIP is no longer read, stop reading the file.
  output.once('close', () => file.destroy());
  // Archives hardly shrink, so compress them quickly. They are not stored uncompressed: a streamed ZIP has the size of an entry
  // after its bytes, and some readers find the end of an entry only by its compression.
  zip.addReadStream(file, fileName, { compressionLevel: compressed.includes(extension) ? 1 : 6 });
  fields.then((values) => {
    zip.addBuffer(Buffer.from(instructions(values, fileName)), 'INSTRUCTIONS.txt');
    zip.end();
  }, fail);
  return output;
}

async function* checked(stream: Readable, extension: CheatExtension, maxBytes: number) {
  let size = 0;
  let head = Buffer.alloc(0);
  for await (const piece of stream) {
    size += piece.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    if (head.length < archiveMagicBytes) {
      head = Buffer.concat([head, piece.subarray(0, archiveMagicBytes)]);
      if (head.length >= archiveMagicBytes) inspect(head, extension);
    }
    yield piece;
  }
  if (size === 0) throw new AppError('validation_failed', 'cheatFile: is empty');
  if (size < archiveMagicBytes) inspect(head, extension);
}

export function tooLarge(maxBytes: number): AppError {
  return new AppError('payload_too_large', `A cheat file may have at most ${formatBytes(maxBytes)}`);
}

/**
 * Refuses a file that has an archive's extension but is no such archive, because members would only notice after the download.
 * Programs and tables have no common signature. @throws AppError not_an_archive
 */
function inspect(head: Uint8Array, extension: CheatExtension): void {
  if (!compressed.includes(extension) || archiveKind(head) === extension) return;
  const message = `The file is called ${extension}, but by its content it is not such an archive.`;
  throw new AppError('not_an_archive', message);
}

const typeNames = { trainer: 'Trainer', cheat_engine: 'Cheat Engine Table', mod: 'Mod' };
const warning =
  'Use at your own risk! These files modify game behavior and may trigger antivirus warnings.\n' +
  'They may contain executable code and may make the game or the system unstable.';

/** Uses the line endings of Windows, where most of these files are read. */
function instructions(fields: CheatFields, fileName: string): string {
  const { name, description, platform, type, version, author } = fields;
  const facts = [
    ['Type', typeNames[type]],
    ['Platform', platform],
    ['Version', version],
    ['Author', author],
    ['File', fileName],
  ].filter(([, value]) => value);
  const parts = [
    `${name}\n${'='.repeat(Math.min(72, name.length))}`,
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    ...(description === noCheatDescription ? [] : [`DESCRIPTION\n${description}`]),
    `INSTRUCTIONS\n${fields.instructions || 'None were given.'}`,
    `WARNING\n${warning}`,
  ];
  return `${parts.join('\n\n')}\n`.replaceAll('\n', '\r\n');
}
