// Files that people choose or drop, and beside each, where the browser gives one, the handle by which it can be opened
// again in a later session (File System Access, secure contexts alone). Used by the fields for files.
import { isFolder } from './dropped-folders.ts';

/** As far as we need it; TypeScript's own names end before permissions. */
export interface FileHandle {
  getFile(): Promise<File>;
  queryPermission?(options: { mode: 'read' }): Promise<PermissionState>;
  requestPermission?(options: { mode: 'read' }): Promise<PermissionState>;
}

interface Picking {
  showOpenFilePicker?(options: {
    multiple: boolean;
    types: { accept: Record<string, string[]> }[];
  }): Promise<FileHandle[]>;
}

type HandleItem = DataTransferItem & { getAsFileSystemHandle?(): Promise<FileHandle | null> };

const handles = new WeakMap<File, Promise<FileHandle | undefined>>();

/** Undefined where the browser gave none, and for a file that was chosen by a plain file field. */
export async function handleOf(file: File): Promise<FileHandle | undefined> {
  return handles.get(file);
}

/** Whether this browser has a dialog that gives handles; without one a plain file field does. */
export function canPickFiles(): boolean {
  return window.isSecureContext && typeof (window as Picking).showOpenFilePicker === 'function';
}

/** Asks for files by the browser's dialog. None when it was closed without a choice; undefined when it cannot be opened. */
export async function pickFiles(accept: readonly string[], multiple = false): Promise<File[] | undefined> {
  const types = [{ accept: { 'application/octet-stream': [...accept] } }];
  try {
    const chosen = (await (window as Picking).showOpenFilePicker?.({ multiple, types })) ?? [];
    return await Promise.all(chosen.map(openHandle));
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? [] : undefined;
  }
}

/** What was dropped. Must be called while the drop is handled: afterwards the browser has forgotten it. */
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

/** The file as it is now. Throws when it is gone or may not be read. */
export async function openHandle(handle: FileHandle): Promise<File> {
  const file = await handle.getFile();
  handles.set(file, Promise.resolve(handle));
  return file;
}

/** Asks the person where the browser wants that; needs a click that has just been made. */
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
