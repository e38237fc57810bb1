// A folder that loses what was not flushed when the power fails. A preloaded library (recorded-changes.c) records what a server
// changes; after the server was killed, the folder is made again as the disk may have kept it (disk-image.ts).
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DiskFile, DiskFolder, DiskImage, type DiskNode, type Loss, readJournal } from './disk-image.ts';
import { makeLibrary } from './preloaded-library.ts';

/** Of what was not flushed, between 0 and 1, how much is kept. */
interface Shares {
  contents: number;
  names: number;
}

/** A third of the failures lose everything that was not flushed. */
export function anyShares(): Shares {
  return Math.random() < 1 / 3
    ? { contents: 0, names: 0 }
    : { contents: Math.random(), names: Math.random() };
}

export interface LosingDisk {
  /** Environment variables for the server. */
  env: Record<string, string>;
  /** Call before a server starts: everything that is there has been flushed. */
  begin(): void;
  /** Call after a server was killed. */
  losePower(shares: Shares): Loss;
  /** Call after a server was stopped, not killed. Throws unless the journal has every change that it made. */
  checkJournal(): void;
}

/** `home`: for the library and the journal. `folder`: what may lose changes. */
export function prepareLosingDisk(home: string, folder: string): LosingDisk {
  const [library, journal] = [makeLibrary('recorded-changes', home), join(home, 'changes.journal')];
  const beneath = realpathSync(folder);
  let image = readImage(beneath);
  const replay = () => {
    for (const record of readJournal(readFileSync(journal))) image.add(record);
  };
  return {
    env: { LD_PRELOAD: library, RECORD_BENEATH: beneath, RECORD_JOURNAL: journal },
    begin() {
      writeFileSync(journal, '');
      image = readImage(beneath);
    },
    losePower(shares) {
      replay();
      const loss = image.lose(
        () => Math.random() < shares.contents,
        () => Math.random() < shares.names,
      );
      for (const name of readdirSync(beneath)) rmSync(join(beneath, name), { recursive: true });
      writeImage(beneath, image.root);
      return loss;
    },
    checkJournal() {
      replay();
      image.lose(
        () => true,
        () => true,
      );
      const [recorded, found] = [listImage(image.root), listImage(readImage(beneath).root)];
      const different = [...new Set([...recorded.keys(), ...found.keys()])].filter(
        (path) => !recorded.get(path)?.equals(found.get(path) ?? Buffer.from('nothing')),
      );
      if (different.length > 0) throw new Error(`the journal lacks changes of ${different.join(', ')}`);
    },
  };
}

/** SQLite makes this file anew after a crash, and writes it through mapped memory, which is not recorded. */
const isLeftOut = (name: string) => name.endsWith('-shm');

function readImage(path: string): DiskImage {
  const nodes = new Map<number, DiskNode>();
  return new DiskImage(readFolder(path, nodes), nodes);
}

function readFolder(path: string, nodes: Map<number, DiskNode>): DiskFolder {
  const { ino, mode } = lstatSync(path);
  const folder = new DiskFolder(mode);
  nodes.set(ino, folder);
  for (const name of readdirSync(path)) folder.entries.set(name, readNode(join(path, name), nodes));
  return folder;
}

function readNode(path: string, nodes: Map<number, DiskNode>): DiskNode {
  const info = lstatSync(path);
  if (info.isDirectory()) return readFolder(path, nodes);
  // Several names of one file.
  const node = nodes.get(info.ino) ?? new DiskFile(info.mode, readFileSync(path));
  nodes.set(info.ino, node);
  return node;
}

function writeImage(path: string, folder: DiskFolder, written = new Map<DiskNode, string>()): void {
  for (const [name, node] of folder.entries) {
    const target = join(path, name);
    const first = written.get(node);
    if (isLeftOut(name)) continue;
    if (node instanceof DiskFolder) {
      mkdirSync(target);
      writeImage(target, node, written);
    } else if (first) {
      linkSync(first, target);
    } else {
      writeFileSync(target, node.bytes);
      written.set(node, target);
    }
    chmodSync(target, node.mode & 0o777);
  }
}

/** Returns the bytes of all files by their paths. A folder has none. */
function listImage(folder: DiskFolder, path = '', found = new Map<string, Buffer>()): Map<string, Buffer> {
  for (const [name, node] of folder.entries) {
    if (isLeftOut(name)) continue;
    found.set(`${path}/${name}`, node instanceof DiskFile ? node.bytes : Buffer.alloc(0));
    if (node instanceof DiskFolder) listImage(node, `${path}/${name}`, found);
  }
  return found;
}
