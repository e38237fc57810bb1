// The files in dropped folders.
/** Must be called within the drop event; afterwards the browser discards its data. */
export function droppedFolders({ items }: DataTransfer): FileSystemDirectoryEntry[] {
  return [...items].map(folderOf).filter((entry) => entry !== undefined);
}

/** A folder also has the kind `file`, with a file that cannot be read. */
export function isFolder(item: DataTransferItem): boolean {
  return folderOf(item) !== undefined;
}

/** All files in the folders and their subfolders, sorted by name. Unreadable files are left out. */
export async function filesInFolders(folders: readonly FileSystemDirectoryEntry[]): Promise<File[]> {
  const files: File[] = [];
  // One folder at a time, so that thousands of files are not opened at once.
  for (const folder of folders) {
    const entries = await entriesOf(folder.createReader());
    entries.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
    for (const entry of entries) {
      if (entry.isDirectory) files.push(...(await filesInFolders([entry as FileSystemDirectoryEntry])));
      else files.push(...(await fileOf(entry as FileSystemFileEntry)));
    }
  }
  return files;
}

function folderOf(item: DataTransferItem): FileSystemDirectoryEntry | undefined {
  const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null;
  return entry?.isDirectory ? (entry as FileSystemDirectoryEntry) : undefined;
}

/** A reader returns up to a hundred entries at a time, and an empty list at the end. */
async function entriesOf(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File[]> {
  return new Promise((resolve) =>
    entry.file(
      (file) => resolve([file]),
      () => resolve([]),
    ),
  );
}
