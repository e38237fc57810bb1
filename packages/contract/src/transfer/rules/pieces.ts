// The pieces of a file, each of which has a digest of its own. They show where a download is damaged.

/** A file of at most this size is one piece. */
export const smallestPieceBytes = 1024 ** 2;
/** The page has a piece in memory while it hashes it. */
const largestPieceBytes = 64 * 1024 ** 2;
/** Keeps the digests of a file small: 32 KB. Only files of more than 64 GB have more pieces. */
const wantedPieces = 1024;

/** Returns the length in bytes of all pieces but the last: a power of two from 1 MB to 64 MB. */
export function pieceLengthFor(fileSize: number): number {
  let length = smallestPieceBytes;
  while (length < largestPieceBytes && fileSize > length * wantedPieces) length *= 2;
  return length;
}

/** Returns the number of pieces. An empty file has none. */
export function pieceCount(fileSize: number, pieceLength: number): number {
  return Math.ceil(fileSize / pieceLength);
}
