// The thread that looks at directories, one after another (folder-thread.ts). It may block for as long as a dead disk or share keeps it waiting.
import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  opendirSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { codeOf, messageOf } from '#platform/error-facts.ts';
import type {
  Entry,
  FolderAnswer,
  FolderListing,
  FolderLook,
  FolderState,
  Inspection,
  Sample,
} from './folder-thread.ts';

type Answer = Exclude<FolderAnswer, 'alive'>;

function answer(look: FolderLook): Answer {
  try {
    return { value: lookAt(look) };
  } catch (error) {
    return { error: { message: messageOf(error), code: codeOf(error) } };
  }
}

function lookAt(look: FolderLook): Extract<Answer, { value: unknown }>['value'] {
  if (look.kind === 'present') return look.entries.map((entry) => isPresent(look.path, entry));
  if (look.kind === 'samples') return look.items.map((files) => sampleOf(look.path, files));
  if (look.kind === 'list') return list(look.path);
  return look.kind === 'state' ? stateOf(look.path) : inspect(look.path);
}

function inspect(given: string): Inspection {
  const path = realpathSync.native(given);
  const identities = [path];
  for (let at = path; at !== dirname(at); at = dirname(at)) identities.push(dirname(at));
  return { path, isFolder: statSync(path).isDirectory(), identities: identities.map(identityOf) };
}

function identityOf(path: string): string {
  const { dev, ino } = statSync(path, { bigint: true });
  return `${dev}:${ino}`;
}

/** Larger directories are read only in part. */
const maxEntries = 200_000;
const maxListed = 1000;

function list(path: string): FolderListing {
  const names: string[] = [];
  let entries = 0;
  for (const entry of entriesOf(path)) {
    entries += 1;
    if (entries > maxEntries) break;
    if (entry.isDirectory() && isShown(entry.name)) names.push(entry.name);
  }
  names.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  return {
    names: names.slice(0, maxListed),
    isComplete: entries <= maxEntries && names.length <= maxListed,
  };
}

/** Names that are not UTF-8 contain U+FFFD here, and their text does not lead back to the directory. */
function isShown(name: string): boolean {
  return !name.startsWith('.') && !/[\p{Cc}\ufffd]/u.test(name);
}

function stateOf(path: string): FolderState {
  const { type } = statfsSync(path);
  for (const _ of entriesOf(path)) return { isEmpty: false, fileSystem: type };
  return { isEmpty: true, fileSystem: type };
}

/** Yields the entries of the directory that is really at this path, even if a part of the path is replaced by a link while it is read. */
function* entriesOf(path: string): Generator<Dirent> {
  if (process.platform !== 'linux') {
    if (realpathSync.native(path) !== path) throw moved();
    yield* readAll(path);
    return;
  }
  const fd = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    const descriptor = `/proc/self/fd/${fd}`;
    if (readlinkSync(descriptor) !== path) throw moved();
    yield* readAll(descriptor);
  } finally {
    closeSync(fd);
  }
}

function* readAll(path: string): Generator<Dirent> {
  const folder = opendirSync(path);
  try {
    for (let entry = folder.readSync(); entry; entry = folder.readSync()) yield entry;
  } finally {
    folder.closeSync();
  }
}

function isPresent(folder: string, { path, isFolder }: Entry): boolean {
  const absolute = join(folder, path);
  try {
    const stats = lstatSync(absolute);
    return (isFolder ? stats.isDirectory() : stats.isFile()) && realpathSync.native(absolute) === absolute;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return false;
    throw error;
  }
}

const sampleBytes = 64 * 1024;

function sampleOf(folder: string, files: readonly string[]): Sample | undefined {
  try {
    return readSample(folder, files);
  } catch {
    // It may be gone, or not readable. It is tried again later.
    return undefined;
  }
}

function readSample(folder: string, files: readonly string[]): Sample {
  const digest = createHash('sha256');
  const piece = Buffer.alloc(sampleBytes);
  let sum = 0;
  for (const path of files) {
    const { fd, size } = openFile(join(folder, path));
    try {
      digest.update(`${size}\n`);
      sum += size;
      for (const position of samplePositions(size)) {
        digest.update(piece.subarray(0, readSync(fd, piece, 0, sampleBytes, position)));
      }
    } finally {
      closeSync(fd);
    }
    parentPort?.postMessage('alive' satisfies FolderAnswer);
  }
  return { sha256: digest.digest('hex'), size: sum };
}

/** The beginning, the middle and the end; of a small file, all of it. */
function samplePositions(size: number): number[] {
  if (size <= 3 * sampleBytes) return [0, sampleBytes, 2 * sampleBytes].filter((position) => position < size);
  return [0, Math.floor((size - sampleBytes) / 2), size - sampleBytes];
}

/** Like `openInPlace` in ../bytes, whose calls would occupy threads that other files need. */
function openFile(path: string): { fd: number; size: number } {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const found =
      process.platform === 'linux' ? readlinkSync(`/proc/self/fd/${fd}`) : realpathSync.native(path);
    const stats = fstatSync(fd);
    if (found !== path || !stats.isFile()) throw moved();
    return { fd, size: stats.size };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

function moved(): Error {
  return Object.assign(new Error('a symbolic link is part of the path'), { code: 'ELOOP' });
}

parentPort?.on('message', (look: FolderLook) => parentPort?.postMessage(answer(look)));
