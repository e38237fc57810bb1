// A file by which a virus scanner shows whether it says so when it has not looked at everything.
import { crc32 } from 'node:zlib';
import { centralRecord, endRecords, fileMode, localHeader } from './zip-records.ts';

/** Deeper than clamd unpacks by default, and in any useful configuration. */
const depth = 140;

/** Returns a ZIP in a ZIP in a ZIP … It is harmless, and only a few kilobytes large. */
export function nestedZip(): Buffer {
  let content: Buffer = Buffer.from('harmless');
  for (let at = 0; at < depth; at += 1) content = zipWith(content);
  return content;
}

function zipWith(content: Buffer): Buffer {
  const facts = { size: content.length, crc32: crc32(content), offset: 0, mode: fileMode };
  const member = { name: Buffer.from('a.zip'), ...facts };
  const local = localHeader(member);
  const central = centralRecord(member);
  const offset = local.length + content.length;
  return Buffer.concat([local, content, central, endRecords({ count: 1, length: central.length, offset })]);
}
