// What the server asks its file threads. They answer with the number of bytes written or read, the CRC-32, the SHA-256 in lower-case hex,
// or those of the pieces in Base64.

/** Identifies a sequence of requests that share one digest. */
export type DigestId = number;

/** `folder`: a folder of the disk whose reserve must stay free (disk-room.ts). */
export type WriterRequest =
  | {
      kind: 'write';
      fd: number;
      position: number;
      buffers: ArrayBuffer[];
      digestOf?: DigestId;
      folder?: string;
    }
  | { kind: 'copy'; from: number; to: number; range: FileRange; digestOf?: DigestId; folder: string }
  | { kind: 'hash'; fd: number; range: FileRange; digestOf: DigestId; withCrc32?: boolean }
  | { kind: 'add'; bytes: Uint8Array; digestOf: DigestId }
  | { kind: 'cut'; pieceLength: number; digestOf: DigestId }
  | { kind: 'pieces'; digestOf: DigestId }
  | { kind: 'crc32'; digestOf: DigestId }
  | { kind: 'digest'; digestOf: DigestId }
  | { kind: 'drop'; digestOf: DigestId }
  | { kind: 'flush'; fd: number; dataOnly: boolean };

/** In bytes. The file may end earlier. */
export interface FileRange {
  position: number;
  length: number;
}
