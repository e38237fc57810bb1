// Makes the ZIP of a cheat file while the file arrives: the file itself, then its instructions. Used by the cheats service.
import { Readable } from 'node:stream';
import type { CheatFields } from '@cellar/contract/cheats.ts';
import { archiveKind, archiveMagicBytes } from '@cellar/contract/rules/archives.ts';
import { type CheatExtension, noCheatDescription } from '@cellar/contract/rules/cheats.ts';
import { formatBytes } from '@cellar/contract/rules/sizes.ts';
import { ZipFile } from 'yazl';
import { AppError } from '#http/errors.ts';

export interface CheatSource {
  /** The file as it arrives. */
  stream: Readable;
  /** As it is called in the ZIP: safe, and with an accepted extension. */
  fileName: string;
  extension: CheatExtension;
  /** May come after the file. */
  fields: Promise<CheatFields>;
}

const packed: CheatExtension[] = ['.zip', '.rar', '.7z'];

/** Ends with an error for a file that is refused, cut or too large, and for fields that are. */
export function zipCheat({ stream, fileName, extension, fields }: CheatSource, maxBytes: number): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const file = Readable.from(checked(stream, extension, maxBytes), { objectMode: false });
  const fail = (error: Error) => void output.destroy(error);
  // The library passes on what goes wrong with itself, not with the file it reads.
  zip.on('error', fail);
  file.on('error', fail);
  // Whoever reads it meets its error there, also one that came before; without a listener it would end the process.
  output.on('error', () => undefined);
  // Who has no use for the ZIP any more has none for the file either.
  output.once('close', () => file.destroy());
  // What is packed hardly shrinks. It is not just stored, because a ZIP that is made as it streams says the size of an
  // entry behind it, and some readers then need compression to see where it ends.
  zip.addReadStream(file, fileName, { compressionLevel: packed.includes(extension) ? 1 : 6 });
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

/** Programs and tables have no one beginning; an archive that is none would only be found at home. */
function inspect(head: Uint8Array, extension: CheatExtension): void {
  if (!packed.includes(extension) || archiveKind(head) === extension) return;
  const message = `The file is called ${extension}, but by its content it is not such an archive.`;
  throw new AppError('not_an_archive', message);
}

const typeNames = { trainer: 'Trainer', cheat_engine: 'Cheat Engine Table', mod: 'Mod' };
const warning =
  'Use at your own risk! These files modify game behavior and may trigger antivirus warnings.\n' +
  'They may contain executable code and may make the game or the system unstable.';

/** With the line ends of Windows, where most of these are read. */
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
