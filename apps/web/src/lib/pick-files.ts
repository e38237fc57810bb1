// Chosen or dropped files, with handles that can reopen them in later sessions, in browsers that provide handles (File
// System Access API, secure contexts only).
import { isFolder } from './dropped-folders.ts';

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
