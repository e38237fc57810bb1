// What a file of a library folder must be to be added. An upload has the same rules.
import { archiveKind, archiveMagicBytes } from '@cellar/contract/transfer/rules/archives.ts';
import { promisedArchive } from '@cellar/contract/transfer/rules/extras.ts';
import { AppError } from '#http/errors.ts';
import { type StoredFile, UnreadableError } from '#platform/storage/storage.ts';

/** @throws AppError not_an_archive if the content is not that of the archive that the extension promises */
export async function refuseOtherContent(file: StoredFile, extension: string): Promise<void> {
  const promised = promisedArchive(extension);
  if (!promised) return;
  const head: Buffer[] = [];
  const range = { start: 0, end: Math.min(file.size, archiveMagicBytes) - 1 };
  for await (const piece of file.stream(range)) head.push(Buffer.from(piece));
  if (archiveKind(Buffer.concat(head)) !== promised)
    throw new AppError('not_an_archive', `The content of the file is not that of a ${promised} archive.`);
}

/** A sparse file may be larger than any disk, and than a number can say exactly. @throws UnreadableError */
export function refuseTooLarge(files: readonly { size: number }[]): void {
  const large = files.find(({ size }) => !Number.isSafeInteger(size));
  if (large)
    throw new UnreadableError(`a file has about ${large.size} bytes, which is more than can be read`);
}
