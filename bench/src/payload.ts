// Writes the bytes of a chunk: the signature of a ZIP and random bytes, the same for every chunk of all sides.
import { createHash, randomFillSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';

export interface Payload {
  file: string;
  bytes: number;
  sha256: string;
}

export function writePayload(file: string, bytes: number): Payload {
  const content = randomFillSync(Buffer.alloc(bytes));
  content.write('PK\x03\x04', 'latin1');
  writeFileSync(file, content);
  return { file, bytes, sha256: createHash('sha256').update(content).digest('hex') };
}
