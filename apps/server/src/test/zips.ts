// Reads a ZIP file according to its specification (APPNOTE.TXT), independently of the library that wrote it.

import { execFile, spawnSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { crc32, inflateRawSync } from 'node:zlib';
import { ZipFile } from 'yazl';
import { openPath } from '#platform/storage/disk/disk-files.ts';
import type { StoredFile } from '#platform/storage/storage.ts';
import { digestZip } from '#platform/zip/digest-zip.ts';
import type { ZipMember } from '#platform/zip/member-table.ts';
import { createZipLayout, type ZipLayout } from '#platform/zip/zip-layout.ts';
import { createZipSource } from '#platform/zip/zip-source.ts';

export interface ZipEntry {
  name: string;
  /** General purpose bit 11: the name is UTF-8. */
  isUtf8: boolean;
  bytes: Buffer;
}

/** @throws for a wrong signature, size or checksum */
export function readZip(zip: Buffer): ZipEntry[] {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  if (end < 0) throw new Error('no end of central directory');
  const entries: ZipEntry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error('no central directory entry');
    const nameLength = zip.readUInt16LE(at + 28);
    entries.push({
      name: zip.toString('utf8', at + 46, at + 46 + nameLength),
      isUtf8: (zip.readUInt16LE(at + 8) & 0x800) !== 0,
      bytes: contentOf(zip, at),
    });
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  if (at !== end) throw new Error('unexpected bytes between the central directory and its end record');
  return entries;
}

function contentOf(zip: Buffer, entry: number): Buffer {
  const [crc, packedSize, size] = [16, 20, 24].map((offset) => zip.readUInt32LE(entry + offset));
  const local = zip.readUInt32LE(entry + 42);
  if (zip.readUInt32LE(local) !== 0x04034b50) throw new Error('no local file header');
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const packed = zip.subarray(start, start + (packedSize ?? 0));
  const bytes = zip.readUInt16LE(entry + 10) === 0 ? packed : inflateRawSync(packed);
  if (bytes.length !== size || crc32(bytes) !== crc)
    throw new Error('the content has a wrong size or checksum');
  return bytes;
}

/** Returns a compressed ZIP with these files. */
export async function zipOf(files: Record<string, Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(content, name);
  zip.end();
  return buffer(zip.outputStream);
}

// A folder of files, and the ZIP that is made of it.

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

// The programs that people unpack a ZIP with. The long tests install them if that is permitted (scripts/system-packages.mjs).

const run = promisify(execFile);
const env = { ...process.env, LC_ALL: 'C.UTF-8' };

interface Unpacker {
  name: string;
  /** The command that reads every byte and fails if one is wrong. */
  check(zip: string): string[];
  /** The command that prints a line for each member. */
  list(zip: string): string[];
  /** The command that unpacks these members into an existing folder, or all of them. */
  unpack(zip: string, folder: string, members?: string[]): string[];
  /** Whether the program reads the archive from its standard input, and so without the central directory. */
  isStreaming?: boolean;
}

const inPython = 'import sys, zipfile\nwith zipfile.ZipFile(sys.argv[1]) as zip:\n ';
const extract = 'zip.extractall(sys.argv[2], sys.argv[3:] or None)';
const failIfBad = 'bad = zip.testzip()\n if bad: sys.exit(bad)';

export const unpackers: Unpacker[] = [
  {
    name: 'unzip',
    check: (zip) => ['unzip', '-tqq', zip],
    list: (zip) => ['unzip', '-Z1', zip],
    unpack: (zip, folder, members = []) => ['unzip', '-qq', zip, ...members, '-d', folder],
  },
  {
    name: '7z',
    check: (zip) => ['7z', 't', '-bd', zip],
    list: (zip) => ['7z', 'l', '-ba', zip],
    unpack: (zip, folder, members = []) => ['7z', 'x', '-bd', zip, `-o${folder}`, ...members],
  },
  {
    name: 'bsdtar',
    check: (zip) => ['bsdtar', '-cf', '/dev/null', `@${zip}`],
    list: (zip) => ['bsdtar', '-tf', zip],
    unpack: (zip, folder, members = []) => ['bsdtar', '-xf', zip, '-C', folder, ...members],
  },
  {
    name: 'bsdtar from a pipe',
    check: () => ['bsdtar', '-cf', '/dev/null', '@-'],
    list: () => ['bsdtar', '-tf', '-'],
    unpack: (_, folder, members = []) => ['bsdtar', '-xf', '-', '-C', folder, ...members],
    isStreaming: true,
  },
  {
    name: 'python3',
    check: (zip) => ['python3', '-c', inPython + failIfBad, zip],
    list: (zip) => ['python3', '-c', `${inPython}print(*zip.namelist(), sep='\\n')`, zip],
    unpack: (zip, folder, members = []) => ['python3', '-c', inPython + extract, zip, folder, ...members],
  },
];

/** Each of these starts, prints its version or usage, and ends. */
const present = new Set(
  ['unzip', '7z', 'bsdtar', 'python3'].filter((program) => {
    const { error } = spawnSync(program, ['--version'], { stdio: 'ignore' });
    return error === undefined;
  }),
);

export function isPresent({ name }: Unpacker): boolean {
  return present.has(name.split(' ')[0] ?? '');
}

/** In CI a missing program fails its tests. */
export function mayUse(unpacker: Unpacker): boolean {
  return Boolean(process.env.CI) || isPresent(unpacker);
}

/** Runs a command of an unpacker. Returns what it printed. @throws if it finds a fault */
export async function runUnpacker(
  { isStreaming }: Unpacker,
  command: string[],
  zip: string,
): Promise<string> {
  const [program = '', ...args] = command;
  const running = run(program, args, { env, maxBuffer: 2 ** 28 });
  if (isStreaming && running.child.stdin) {
    // The program may end before it has read everything. Its exit code tells whether that is a fault.
    await pipeline(createReadStream(zip), running.child.stdin).catch(() => {});
  }
  return (await running).stdout;
}
