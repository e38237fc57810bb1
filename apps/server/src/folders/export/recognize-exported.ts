// Recognizes a file of a library folder, whose digest is not known yet, in the export of the folder: by its path, or else by its name.
// Both count only with the size.
import type { Db } from '#db/schema.ts';
import type { ExportedGame } from './export-format.ts';
import type { ExportedFileRow } from './exported-games.repository.ts';
import * as repository from './exported-games.repository.ts';

/** An item of a library folder. */
export interface FoundFile {
  folderId: string;
  path: string;
  kind: 'file' | 'set' | 'folder';
  /** Bytes on the disk. */
  size: number;
}

interface Exported {
  fileName: string;
  fileSize: number;
  libraryPath: string | null;
}

export async function findExportedFile(db: Db, item: FoundFile): Promise<ExportedFileRow | undefined> {
  const atPath = recognize(item, await repository.listFilesAt(db, item.folderId, item.path));
  if (atPath || item.kind !== 'file') return atPath;
  return recognize(item, await repository.listFilesOfSize(db, item.folderId, item.size));
}

/** Returns the extra that a found extra of a game was in the export. Use what it says like input of a client. */
export async function findExportedExtra(
  db: Db,
  item: FoundFile,
  gameId: string,
): Promise<ExportedGame['extras'][number] | undefined> {
  for (const file of await repository.listFoundFiles(db, item.folderId, gameId)) {
    const exported = await findExportedFile(db, file);
    const game = exported && (await repository.findGame(db, exported));
    const extra = game && recognize(item, game.extras ?? []);
    if (extra) return extra;
  }
  return undefined;
}

function recognize<File extends Exported>({ path, kind, size }: FoundFile, files: File[]): File | undefined {
  // The size of the download of several files is that of their ZIP.
  const isSameSize = ({ fileSize }: File) => kind !== 'file' || fileSize === size;
  const atPath = files.find((file) => file.libraryPath === path && isSameSize(file));
  if (atPath || kind !== 'file') return atPath;
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const sameName = files.filter((file) => file.fileName.toLowerCase() === name && isSameSize(file));
  return sameName.length === 1 ? sameName[0] : undefined;
}
