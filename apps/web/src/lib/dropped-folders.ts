// Finds the files in dropped folders.
/** Returns the dropped folders. Must be called during the drop event, because the browser then discards its data. */
export function droppedFolders({ items }: DataTransfer): FileSystemDirectoryEntry[] {
  return [...items].map(folderOf).filter((entry) => entry !== undefined);
}

/** Returns whether an item is a folder. A folder also has the kind `file`, but its file cannot be read. */
export function isFolder(item: DataTransferItem): boolean {
  return folderOf(item) !== undefined;
}

/** A single one, because `localeCompare` creates one for each pair of names. */
const byNumbers = new Intl.Collator(undefined, { numeric: true });

export interface FolderContents {
  files: File[];
  /** The names of files and folders that could not be read. */
  unreadable: string[];
}

/** Returns all files in the folders and their subfolders, sorted by name. */
export async function filesInFolders(
  folders: readonly FileSystemDirectoryEntry[],
  found: FolderContents = { files: [], unreadable: [] },
): Promise<FolderContents> {
  // Reads one folder at a time, so that thousands of files are not opened at once.
  for (const folder of folders) {
    const entries = await entriesOf(folder.createReader()).catch(() => undefined);
    if (!entries) found.unreadable.push(folder.name);
    entries?.sort((a, b) => byNumbers.compare(a.name, b.name));
    for (const entry of entries ?? []) {
      if (entry.isDirectory) await filesInFolders([entry as FileSystemDirectoryEntry], found);
      else {
        const file = await fileOf(entry as FileSystemFileEntry).catch(() => undefined);
        if (file) found.files.push(file);
        else found.unreadable.push(entry.name);
      }
    }
  }
  return found;
}

function folderOf(item: DataTransferItem): FileSystemDirectoryEntry | undefined {
  const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null;
  return entry?.isDirectory ? (entry as FileSystemDirectoryEntry) : undefined;
}

/** Reads all entries. A reader returns up to a hundred entries at a time, and an empty list at the end. */
async function entriesOf(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}
