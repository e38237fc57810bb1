// A disk as a power failure leaves it: what was flushed is there, and of what was not flushed, any part. Stricter than most file
// systems, and as strict as POSIX: flushing a file keeps its bytes but not its name, which is kept by flushing its folder. Parts of 4 KiB
// of a write, and changes of different names, are kept in any order. Only a rename never loses the file, as on every file system in use: the
// old name goes only if the new one is there.

type Content = { at: number; bytes: Buffer } | { size: number };

export class DiskFile {
  readonly mode: number;
  #bytes: Buffer;
  #size: number;
  readonly pending: { position: number; content: Content }[] = [];

  constructor(mode: number, bytes: Buffer = Buffer.alloc(0)) {
    this.mode = mode;
    this.#bytes = bytes;
    this.#size = bytes.length;
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#size);
  }

  /** Applies changes before this position. */
  flush(before: number): void {
    while (this.pending[0] && this.pending[0].position < before) this.#apply(this.pending.shift()?.content);
  }

  /** Applies the parts of pending changes that `isKept` chooses, and forgets the others. Returns how many are lost. */
  lose(isKept: () => boolean): number {
    let lost = 0;
    for (const { content } of this.pending.splice(0)) {
      for (const part of partsOf(content)) {
        if (isKept()) this.#apply(part);
        else lost += 1;
      }
    }
    return lost;
  }

  #apply(content: Content | undefined): void {
    if (!content) return;
    if ('size' in content) {
      this.#resize(content.size);
      return;
    }
    const { at, bytes } = content;
    if (at + bytes.length > this.#size) this.#resize(at + bytes.length);
    bytes.copy(this.#bytes, at);
  }

  #resize(size: number): void {
    if (size > this.#bytes.length) {
      const larger = Buffer.alloc(2 * size);
      this.bytes.copy(larger);
      this.#bytes = larger;
    }
    // What is cut off reads as zeros if the file grows again.
    if (size < this.#size) this.#bytes.fill(0, size, this.#size);
    this.#size = size;
  }
}

/** The system writes its pages in any order. */
const pageBytes = 4096;

function partsOf(content: Content): Content[] {
  if ('size' in content) return [content];
  const parts: Content[] = [];
  for (let { at, bytes } = content; bytes.length > 0; ) {
    const length = Math.min(bytes.length, pageBytes - (at % pageBytes));
    parts.push({ at, bytes: bytes.subarray(0, length) });
    at += length;
    bytes = bytes.subarray(length);
  }
  return parts;
}

interface EntryChange {
  position: number;
  folder: DiskFolder;
  name: string;
  /** Undefined for a removal. */
  node: DiskNode | undefined;
  /** Of the removal of an old name: the change that adds the new one. */
  rename?: EntryChange;
}

export type DiskNode = DiskFile | DiskFolder;

export class DiskFolder {
  readonly mode: number;
  readonly entries = new Map<string, DiskNode>();
  pending: EntryChange[] = [];

  constructor(mode: number) {
    this.mode = mode;
  }

  /** A file that was moved elsewhere keeps its old name here until its new one is flushed there. */
  flush(before: number): void {
    for (const change of this.pending.filter(({ position }) => position < before)) {
      if (!change.rename || !isPending(change.rename)) keep(change);
    }
  }
}

function isPending(change: EntryChange): boolean {
  return change.folder.pending.includes(change);
}

/** Also keeps what came before under the same name, and the new name before the old one is removed. */
function keep(change: EntryChange): void {
  const { folder, name } = change;
  const upTo = folder.pending.indexOf(change);
  if (upTo < 0) return;
  const [kept, others]: EntryChange[][] = [[], []];
  for (const [at, other] of folder.pending.entries())
    (at <= upTo && other.name === name ? kept : others)?.push(other);
  folder.pending = others ?? [];
  for (const { rename, node } of kept ?? []) {
    if (rename) keep(rename);
    if (node) folder.entries.set(name, node);
    else folder.entries.delete(name);
  }
}

export interface Loss {
  /** Pages of files, and sizes. */
  contents: number;
  /** New, changed and removed names. */
  names: number;
}

export class DiskImage {
  readonly root: DiskFolder;
  readonly #nodes: Map<number, DiskNode>;

  /** `nodes`: all files and folders by their inodes. */
  constructor(root: DiskFolder, nodes: Map<number, DiskNode>) {
    this.root = root;
    this.#nodes = nodes;
  }

  add(record: JournalRecord): void {
    const { kind, position, inode, at, bytes } = record;
    if (kind === 'created') this.#nodes.set(inode, new DiskFile(at));
    if (kind === 'folderMade') this.#nodes.set(inode, new DiskFolder(at));
    if (kind === 'written' || kind === 'resized') {
      const content = kind === 'written' ? { at, bytes } : { size: at };
      this.#file(inode).pending.push({ position, content });
    } else if (kind === 'flushed') {
      this.#node(inode).flush(at);
    } else {
      this.#changeEntries(record);
    }
  }

  #changeEntries({ kind, position, inode, folder, toFolder, name, toName }: JournalRecord): void {
    const node = kind === 'removed' ? undefined : this.#node(inode);
    // A file without a name.
    if (!name) return;
    if (kind !== 'renamed') {
      addChange({ position, folder: this.#folder(folder), name, node });
      return;
    }
    const rename = { position, folder: this.#folder(toFolder), name: toName, node };
    addChange(rename);
    addChange({ position, folder: this.#folder(folder), name, node: undefined, rename });
  }

  /** `keepsContent` and `keepsName` decide about each change that was not flushed. */
  lose(keepsContent: () => boolean, keepsName: () => boolean): Loss {
    const loss = { contents: 0, names: 0 };
    const nodes = [...new Set(this.#nodes.values()), this.root];
    const changes = nodes.flatMap((node) => (node instanceof DiskFolder ? node.pending : []));
    const dropped = new Set<EntryChange>();
    // A rename adds the new name before it removes the old one, at the same position.
    for (const change of changes.toSorted(
      (a, b) => a.position - b.position || Number(!a.node) - Number(!b.node),
    )) {
      if (!isPending(change)) continue;
      const isEarlierLost = change.folder.pending.find(({ name }) => name === change.name) !== change;
      const isRenameLost = change.rename && dropped.has(change.rename);
      if (!isEarlierLost && !isRenameLost && keepsName()) keep(change);
      else dropped.add(change);
    }
    for (const node of nodes) {
      if (node instanceof DiskFile) loss.contents += node.lose(keepsContent);
      else node.pending = [];
    }
    return { ...loss, names: dropped.size };
  }

  #node(inode: number): DiskNode {
    const node = this.#nodes.get(inode);
    if (!node) throw new Error(`the journal names an unknown inode ${inode}`);
    return node;
  }

  #file(inode: number): DiskFile {
    const node = this.#node(inode);
    if (node instanceof DiskFile) return node;
    throw new Error(`the inode ${inode} is a folder`);
  }

  #folder(inode: number): DiskFolder {
    const node = this.#node(inode);
    if (node instanceof DiskFolder) return node;
    throw new Error(`the inode ${inode} is a file`);
  }
}

function addChange(change: EntryChange): void {
  change.folder.pending.push(change);
}

// Reads the journal that recorded-changes.c writes.

/** The values are those of change-journal.h. */
const kinds = {
  created: 1,
  folderMade: 2,
  linked: 3,
  removed: 4,
  renamed: 5,
  written: 6,
  resized: 7,
  flushed: 8,
};
type Kind = keyof typeof kinds;
const kindOf = new Map(Object.entries(kinds).map(([kind, value]) => [value, kind as Kind]));

interface JournalRecord {
  kind: Kind;
  /** Where the record begins, in bytes. Later changes have higher positions. */
  position: number;
  inode: number;
  folder: number;
  /** Of a rename. */
  toFolder: number;
  /** An offset of bytes, a size, the mode of something new, or the position at which a flush began. */
  at: number;
  name: string;
  /** Of a rename. */
  toName: string;
  bytes: Buffer;
}

const headerBytes = 64;

/** The last record may be incomplete, because its process was killed. */
export function* readJournal(journal: Buffer): Generator<JournalRecord> {
  for (let position = 0; position + headerBytes <= journal.length; ) {
    const number = (index: number) => Number(journal.readBigInt64LE(position + 8 * index));
    const lengths = [number(5), number(6), number(7)] as const;
    const kind = kindOf.get(number(0));
    if (!kind) throw new Error(`the journal has an unknown record at ${position}`);
    const [name, toName, bytes] = split(journal.subarray(position + headerBytes), lengths);
    const next = position + headerBytes + lengths[0] + lengths[1] + lengths[2];
    if (next > journal.length) return;
    yield {
      kind,
      position,
      inode: number(1),
      folder: number(2),
      toFolder: number(3),
      at: number(4),
      name: name.toString(),
      toName: toName.toString(),
      bytes,
    };
    position = next;
  }
}

function split(bytes: Buffer, [first, second, third]: readonly [number, number, number]) {
  return [
    bytes.subarray(0, first),
    bytes.subarray(first, first + second),
    bytes.subarray(first + second, first + second + third),
  ] as const;
}
