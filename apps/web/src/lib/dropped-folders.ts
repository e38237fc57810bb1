// Finds the files in dropped folders.
/** Returns the dropped folders. Must be called during the drop event, because the browser then discards its data. */
export function droppedFolders({ items }: DataTransfer): FileSystemDirectoryEntry[] {
  return [...items].map(folderOf).filter((entry) => entry !== undefined);
}

/** Returns whether an item is a folder. A folder also has the kind `file`, but its file cannot be read. */
export function isFolder(item: DataTransferItem): boolean {
  return folderOf(item) !== undefined;
}

/** Returns all files in the folders and their subfolders, sorted by name. Omits unreadable files. */
export async function filesInFolders(folders: readonly FileSystemDirectoryEntry[]): Promise<File[]> {
  const files: File[] = [];
  // Reads one folder at a time, so that thousands of files are not opened at once.
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

/** Reads all entries. A reader returns up to a hundred entries at a time, and an empty list at the end. */
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
