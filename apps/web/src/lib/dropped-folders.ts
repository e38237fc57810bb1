// Folders that are dropped, and the files in them. Used by the field for files where it takes several.

/** Must be called while the drop is handled: afterwards the browser has forgotten it. */
export function droppedFolders({ items }: DataTransfer): FileSystemDirectoryEntry[] {
  return [...items].map(folderOf).filter((entry) => entry !== undefined);
}

/** A folder comes as an item of kind `file`, too, with a file that cannot be read. */
export function isFolder(item: DataTransferItem): boolean {
  return folderOf(item) !== undefined;
}

/** All that is in them, folders of folders too, in the order of their names. What cannot be read is left out. */
export async function filesInFolders(folders: readonly FileSystemDirectoryEntry[]): Promise<File[]> {
  const files: File[] = [];
  // One folder after the other: thousands of files must not be opened at once.
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

/** A reader gives a hundred at a time, and none when there are no more. */
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
