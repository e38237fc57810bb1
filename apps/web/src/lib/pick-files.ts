// Chosen or dropped files, with handles that can reopen them in later sessions, in browsers that provide handles (File
// System Access API, secure contexts only).

/** The methods used here. TypeScript's own type lacks those for permissions. */
export interface FileHandle {
  getFile(): Promise<File>;
  queryPermission?(options: { mode: 'read' }): Promise<PermissionState>;
  requestPermission?(options: { mode: 'read' }): Promise<PermissionState>;
}

interface Picking {
  showOpenFilePicker?(options: {
    multiple: boolean;
    types?: { accept: Record<string, string[]> }[];
  }): Promise<FileHandle[]>;
}

type HandleItem = DataTransferItem & { getAsFileSystemHandle?(): Promise<FileHandle | null> };

const handles = new WeakMap<File, Promise<FileHandle | undefined>>();

/** Returns undefined in browsers without handles, and for files chosen with a plain file input. */
export async function handleOf(file: File): Promise<FileHandle | undefined> {
  return handles.get(file);
}

/** Returns whether this browser has a file dialog that provides handles. */
export function canPickFiles(): boolean {
  return window.isSecureContext && typeof (window as Picking).showOpenFilePicker === 'function';
}

/**
 * Opens the browser's file dialog. Returns an empty list if the user cancels, or undefined if the dialog cannot be
 * opened. `accept`: file extensions; any file if empty.
 */
export async function pickFiles(accept: readonly string[], multiple = false): Promise<File[] | undefined> {
  const types = accept.length > 0 && [{ accept: { 'application/octet-stream': [...accept] } }];
  try {
    const chosen =
      (await (window as Picking).showOpenFilePicker?.({ multiple, ...(types && { types }) })) ?? [];
    return await Promise.all(chosen.map(openHandle));
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? [] : undefined;
  }
}

/** Returns the dropped files. Must be called during the drop event, because the browser then discards its data. */
export function droppedFiles({ items, files }: DataTransfer): File[] {
  const taken: File[] = [];
  for (const item of items) {
    const file = item.kind === 'file' && !isFolder(item) ? item.getAsFile() : null;
    if (!file) continue;
    taken.push(file);
    handles.set(file, askForHandle(item as HandleItem));
  }
  return items.length > 0 ? taken : [...files];
}

/** Returns the current file. Throws if it no longer exists or may not be read. */
export async function openHandle(handle: FileHandle): Promise<File> {
  const file = await handle.getFile();
  handles.set(file, Promise.resolve(handle));
  return file;
}

/**
 * Returns whether the file may be read, and asks the user if the browser requires it. Call this shortly after a click.
 */
export async function mayRead(handle: FileHandle): Promise<boolean> {
  const mode = { mode: 'read' } as const;
  if ((await handle.queryPermission?.(mode)) !== 'prompt') return true;
  return (await handle.requestPermission?.(mode)) === 'granted';
}

async function askForHandle(item: HandleItem): Promise<FileHandle | undefined> {
  try {
    const handle = await item.getAsFileSystemHandle?.();
    return typeof handle?.getFile === 'function' ? handle : undefined;
  } catch {
    return undefined;
  }
}

// Finds the files in dropped folders.

/** Returns the dropped folders. Must be called during the drop event, because the browser then discards its data. */
export function droppedFolders({ items }: DataTransfer): FileSystemDirectoryEntry[] {
  return [...items].map(folderOf).filter((entry) => entry !== undefined);
}

/** Returns whether an item is a folder. A folder also has the kind `file`, but its file cannot be read. */
function isFolder(item: DataTransferItem): boolean {
  return folderOf(item) !== undefined;
}

/** A single one, because `localeCompare` creates one for each pair of names. */
const byNumbers = new Intl.Collator(undefined, { numeric: true });

interface FolderContents {
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
