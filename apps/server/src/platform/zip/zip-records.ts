// The records of a ZIP whose members are stored without compression, by PKWARE's APPNOTE 6.3.10
// (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT). The numbers in comments are its sections.

/** What the two records of a member say about it. */
export interface MemberRecord {
  /** The name inside the archive in UTF-8. Ends with `/` if the member is a folder. */
  name: Uint8Array;
  /** Bytes. */
  size: number;
  crc32: number;
  /** The position of the local header in the archive. */
  offset: number;
  /** The type and permissions of a file on Unix, as `stat` returns them. */
  mode: number;
  /** The bytes of a link's target, which follow its local header. */
  target?: Buffer | undefined;
}

/** The modes of members. */
export const [folderMode, linkMode, executableMode, fileMode] = [0o040755, 0o120777, 0o100755, 0o100644];

const max16 = 0xffff;
const max32 = 0xffffffff;
const localBytes = 30;
const centralBytes = 46;
const endBytes = 22;
const end64Bytes = 56;
const locatorBytes = 20;

/** 4.4.2: the record was made on Unix (3), so the upper half of the external attributes is a file mode, by version 4.5. */
const madeBy = (3 << 8) | 45;
/** 4.4.3: 2.0 for files and folders, 4.5 for ZIP64. */
const [needs20, needs45] = [20, 45];
/** 4.4.4: bit 11, the name is in UTF-8. */
const utf8Name = 0x0800;
const folderAttribute = 0x10;

/**
 * 4.4.6: every member has the date 1980-02-01, 00:00. The first day of 1980 would become a date that the format does not know
 * where an unpacker converts it to another time zone.
 */
const [fixedTime, fixedDate] = [0, (0 << 9) | (2 << 5) | 1];

/** Returns the length of `localHeader` in bytes. */
export function localHeaderLength(nameLength: number, size: number): number {
  return localBytes + nameLength + (size >= max32 ? 20 : 0);
}

/** 4.3.7. Contains the size and the checksum, so that no data descriptor follows the data. A link's data is part of it. */
export function localHeader({ name, size, crc32, target }: MemberRecord): Buffer {
  const isLarge = size >= max32;
  const length = localHeaderLength(name.length, size);
  const record = Buffer.alloc(length + (target?.length ?? 0));
  if (target) record.set(target, length);
  record.writeUInt32LE(0x04034b50, 0);
  record.writeUInt16LE(isLarge ? needs45 : needs20, 4);
  record.writeUInt16LE(utf8Name, 6);
  writeCommon(record, 10, { size, crc32 });
  record.writeUInt16LE(name.length, 26);
  record.set(name, localBytes);
  // 4.5.3: a local header must contain both sizes.
  if (isLarge) writeExtra(record, { at: 28, position: localBytes + name.length, values: [size, size] });
  return record;
}

/** Returns the length of `centralRecord` in bytes. */
export function centralRecordLength(nameLength: number, size: number, offset: number): number {
  const values = (size >= max32 ? 2 : 0) + (offset >= max32 ? 1 : 0);
  return centralBytes + nameLength + (values > 0 ? 4 + 8 * values : 0);
}

/** 4.3.12. */
export function centralRecord({ name, size, crc32, offset, mode }: MemberRecord): Buffer {
  const record = Buffer.alloc(centralRecordLength(name.length, size, offset));
  // 4.5.3: a central record contains only the values that do not fit into its own fields.
  const values = [...(size >= max32 ? [size, size] : []), ...(offset >= max32 ? [offset] : [])];
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE(madeBy, 4);
  record.writeUInt16LE(values.length > 0 ? needs45 : needs20, 6);
  record.writeUInt16LE(utf8Name, 8);
  writeCommon(record, 12, { size, crc32 });
  record.writeUInt16LE(name.length, 28);
  record.writeUInt32LE(((mode << 16) | (mode === folderMode ? folderAttribute : 0)) >>> 0, 38);
  record.writeUInt32LE(Math.min(offset, max32), 42);
  record.set(name, centralBytes);
  if (values.length > 0) writeExtra(record, { at: 30, position: centralBytes + name.length, values });
  return record;
}

/** Where the central directory is. */
export interface CentralDirectory {
  count: number;
  /** Bytes. */
  length: number;
  offset: number;
}

/** Returns the length of `endRecords` in bytes. */
export function endRecordsLength(directory: CentralDirectory): number {
  return endBytes + (needsZip64(directory) ? end64Bytes + locatorBytes : 0);
}

/** 4.3.16 without a comment, preceded by 4.3.14 and 4.3.15 if a value does not fit. */
export function endRecords(directory: CentralDirectory): Buffer {
  const { count, length, offset } = directory;
  const records = Buffer.alloc(endRecordsLength(directory));
  if (needsZip64(directory)) writeZip64End(records, directory);
  const at = records.length - endBytes;
  records.writeUInt32LE(0x06054b50, at);
  records.writeUInt16LE(Math.min(count, max16), at + 8);
  records.writeUInt16LE(Math.min(count, max16), at + 10);
  records.writeUInt32LE(Math.min(length, max32), at + 12);
  records.writeUInt32LE(Math.min(offset, max32), at + 16);
  return records;
}

function needsZip64({ count, length, offset }: CentralDirectory): boolean {
  return count >= max16 || length >= max32 || offset >= max32;
}

function writeZip64End(records: Buffer, { count, length, offset }: CentralDirectory): void {
  records.writeUInt32LE(0x06064b50, 0);
  // 4.3.14.1: without the signature and this field.
  writeUInt64(records, end64Bytes - 12, 4);
  records.writeUInt16LE(madeBy, 12);
  records.writeUInt16LE(needs45, 14);
  writeUInt64(records, count, 24);
  writeUInt64(records, count, 32);
  writeUInt64(records, length, 40);
  writeUInt64(records, offset, 48);
  records.writeUInt32LE(0x07064b50, end64Bytes);
  writeUInt64(records, offset + length, end64Bytes + 8);
  records.writeUInt32LE(1, end64Bytes + 16);
}

/** The fields that both records of a member have in the same order: time, date, checksum and sizes. */
function writeCommon(record: Buffer, at: number, { size, crc32 }: { size: number; crc32: number }): void {
  record.writeUInt16LE(fixedTime, at);
  record.writeUInt16LE(fixedDate, at + 2);
  record.writeUInt32LE(crc32, at + 4);
  record.writeUInt32LE(Math.min(size, max32), at + 8);
  record.writeUInt32LE(Math.min(size, max32), at + 12);
}

/** 4.5.3. `at` is the position of the field with the length of all extra fields. */
function writeExtra(
  record: Buffer,
  { at, position, values }: { at: number; position: number; values: number[] },
): void {
  record.writeUInt16LE(4 + 8 * values.length, at);
  record.writeUInt16LE(0x0001, position);
  record.writeUInt16LE(8 * values.length, position + 2);
  for (const [index, value] of values.entries()) writeUInt64(record, value, position + 4 + 8 * index);
}

function writeUInt64(record: Buffer, value: number, at: number): void {
  record.writeBigUInt64LE(BigInt(value), at);
}
