// The accepted archives, and how to recognize them by their first bytes. The page checks files before it sends them, and the
// server checks them again.
export const gameArchiveExtensions = ['.zip', '.rar', '.7z'] as const;
export const platformFileExtensions = ['.rar', '.zip', '.7z', '.tar.gz'] as const;

export type ArchiveExtension = (typeof platformFileExtensions)[number];

/** The number of bytes that `archiveKind` needs. */
export const archiveMagicBytes = 8;

const magics: { extension: ArchiveExtension; bytes: number[] }[] = [
  // APPNOTE.TXT: 4.3.7 local file header, 4.3.14 and 4.3.16 archive without entries, 8.5.3 spanned archive, 8.5.4 one that was to be
  // spanned and has one part.
  { extension: '.zip', bytes: [0x50, 0x4b, 0x03, 0x04] },
  { extension: '.zip', bytes: [0x50, 0x4b, 0x05, 0x06] },
  { extension: '.zip', bytes: [0x50, 0x4b, 0x06, 0x06] },
  { extension: '.zip', bytes: [0x50, 0x4b, 0x07, 0x08] },
  { extension: '.zip', bytes: [0x50, 0x4b, 0x30, 0x30, 0x50, 0x4b, 0x03, 0x04] },
  // RAR before 1.50 ("RE~^"). RAR 4 and 5 share these bytes ("Rar!" 1A 07).
  { extension: '.rar', bytes: [0x52, 0x45, 0x7e, 0x5e] },
  { extension: '.rar', bytes: [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07] },
  // 7zFormat.txt, SignatureHeader.
  { extension: '.7z', bytes: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c] },
  // RFC 1952 section 2.3.1: ID1, ID2, CM = deflate.
  { extension: '.tar.gz', bytes: [0x1f, 0x8b, 0x08] },
];

/** Returns the kind of archive that starts with these bytes, or undefined. */
export function archiveKind(head: Uint8Array): ArchiveExtension | undefined {
  return magics.find(({ bytes }) => bytes.every((byte, index) => head[index] === byte))?.extension;
}

/** Returns the accepted extension of a file name, or undefined. */
export function archiveExtension(
  fileName: string,
  accepted: readonly ArchiveExtension[],
): ArchiveExtension | undefined {
  const lower = fileName.toLowerCase();
  return accepted.find((extension) => lower.endsWith(extension));
}

/** Returns the name of a file without its folder and archive extension: the first guess at a title. */
export function archiveBaseName(fileName: string): string {
  const name = fileName.split(/[\\/]/).at(-1) ?? fileName;
  const extension = archiveExtension(name, platformFileExtensions);
  return extension ? name.slice(0, -extension.length) : name;
}
