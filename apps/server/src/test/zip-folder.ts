// A folder of files, and the ZIP that is made of it.
import { mkdir, mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openPath } from '#platform/storage/disk/disk-files.ts';
import type { StoredFile } from '#platform/storage/storage.ts';
import { digestZip } from '#platform/zip/digest-zip.ts';
import type { ZipMember } from '#platform/zip/member-table.ts';
import { createZipLayout, type ZipLayout } from '#platform/zip/zip-layout.ts';
import { createZipSource } from '#platform/zip/zip-source.ts';

/** Bytes, or the size of a sparse file that ends with its own path. The path of an empty folder ends with `/`. */
export type Contents = Record<string, Buffer | number>;

const zeros = Buffer.alloc(1024 ** 2);

export interface ZipFolder {
  path: string;
  members: ZipMember[];
  layout: ZipLayout;
  open(index: number): Promise<StoredFile>;
  /** The number of files that are open now. */
  openFiles(): number;
  /** The largest number of files that were open at the same time. */
  mostOpenFiles(): number;
  remove(): Promise<void>;
}

/** The checksums of the layout are not known yet. */
export async function makeZipFolder(contents: Contents): Promise<ZipFolder> {
  const path = await mkdtemp(join(tmpdir(), 'cellar-zip-'));
  const members: ZipMember[] = [];
  const sorted = Object.keys(contents).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  for (const name of sorted) members.push(await write(path, name, contents[name] ?? 0));
  const layout = await createZipLayout(members, members.length);
  const openNow = new Set<StoredFile>();
  let most = 0;
  return {
    path,
    members,
    layout,
    async open(index) {
      const file = await openPath(join(path, layout.path(index)));
      openNow.add(file);
      most = Math.max(most, openNow.size);
      const close = async () => {
        openNow.delete(file);
        await file.close();
      };
      return { ...file, close };
    },
    openFiles: () => openNow.size,
    mostOpenFiles: () => most,
    async remove() {
      await rm(path, { recursive: true, force: true });
      await rm(`${path}.zip`, { force: true });
    },
  };
}

/** Returns the bytes of a file, which must not be too large for the memory. */
export function bytesOf(path: string, content: Buffer | number): Buffer {
  if (typeof content !== 'number') return content;
  const bytes = Buffer.alloc(content);
  const end = Buffer.from(path).subarray(0, content);
  bytes.set(end, content - end.length);
  return bytes;
}

/** Computes the checksums and writes the ZIP beside the folder. */
export async function writeZip(folder: ZipFolder): Promise<{ path: string; sha256: string }> {
  const { sha256 } = await digestZip(folder.layout, folder.open);
  const path = `${folder.path}.zip`;
  const source = createZipSource(folder.layout, folder.open);
  await writeSparse(path, source);
  await source.close();
  return { path, sha256 };
}

/** Pieces that are empty become holes, which take neither time nor room on the disk. */
async function writeSparse(path: string, source: StoredFile): Promise<void> {
  const file = await open(path, 'w');
  let position = 0;
  for await (const piece of source.stream({ start: 0, end: source.size - 1 })) {
    if (!piece.equals(zeros.subarray(0, piece.length))) await file.write(piece, 0, piece.length, position);
    position += piece.length;
  }
  await file.truncate(position);
  await file.close();
}

async function write(root: string, name: string, content: Buffer | number): Promise<ZipMember> {
  const path = join(root, name);
  const isFolder = name.endsWith('/');
  await mkdir(isFolder ? path : dirname(path), { recursive: true });
  if (typeof content !== 'number') await writeFile(path, content);
  else if (!isFolder) {
    const file = await open(path, 'w');
    const end = bytesOf(name, Math.min(content, Buffer.byteLength(name)));
    await file.write(end, 0, end.length, content - end.length);
    await file.close();
  }
  const { size, mtime } = await stat(path);
  return { path: name, size: isFolder ? 0 : size, modifiedAt: mtime, crc32: null };
}
