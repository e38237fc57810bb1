// SHA-256 of blobs, for workers.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

const pieceBytes = 4 * 1024 ** 2;

/** Returns the SHA-256 of a blob as lowercase hex. Uses a library if `subtle` is missing, as on plain http. */
export async function sha256Hex(blob: Blob, subtle: SubtleCrypto | undefined): Promise<string> {
  if (subtle) {
    // `subtle` cannot process streams, so the whole blob (a chunk of at most 100 MB, or a piece of 64 MB) is in memory.
    const digest = await subtle.digest('SHA-256', await blob.arrayBuffer());
    return bytesToHex(new Uint8Array(digest));
  }
  const hash = sha256.create();
  for (let start = 0; start < blob.size; start += pieceBytes) {
    const piece = await blob.slice(start, start + pieceBytes).arrayBuffer();
    hash.update(new Uint8Array(piece));
  }
  return bytesToHex(hash.digest());
}
