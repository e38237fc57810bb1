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

export interface JournalRecord {
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
