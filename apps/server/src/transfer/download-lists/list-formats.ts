// Writes a list of downloads for download managers.
import type { DownloadListFormat } from '@cellar/contract/transfer/download-lists.ts';
import type { Pieces } from '#platform/storage/piece-digests.ts';
import { escapeXml } from '#platform/xml.ts';
import type { PlannedFile } from './plan-list.ts';

/** `url`: absolute, with the ticket. `pieces`: of files that are to be checked in parts. */
export type LinkedFile = PlannedFile & { url: string; pieces: Pieces | null };

/** Of a SHA-256. */
const digestBytes = 32;

interface Format {
  mediaType: string;
  fileName: string;
  write(files: LinkedFile[], published: string): string;
}

export const listFormats: Record<DownloadListFormat, Format> = {
  metalink: {
    mediaType: 'application/metalink4+xml',
    fileName: 'downloads.meta4',
    write: metalink,
  },
  aria2: { mediaType: 'text/plain; charset=utf-8', fileName: 'downloads.aria2.txt', write: aria2Input },
  links: { mediaType: 'text/plain; charset=utf-8', fileName: 'downloads.txt', write: plainLinks },
};

/** RFC 5854. The name of a file may contain a relative path (section 4.1.2.1). */
function metalink(files: LinkedFile[], published: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<metalink xmlns="urn:ietf:params:xml:ns:metalink">
<generator>Cellar</generator>
<published>${published}</published>
${files.map(metalinkFile).join('')}</metalink>
`;
}

function metalinkFile(file: LinkedFile): string {
  const { path, title, platform, extra, fileSize, sha256, url, pieces } = file;
  const description = [extra?.name, platform].filter(Boolean).join(' · ');
  return [
    // aria2 1.36 keeps `&amp;` in an attribute as `&#38;`.
    `<file name="${escapeXml(path.replaceAll('&', '+'))}">`,
    `<identity>${escapeXml(title)}</identity>`,
    `<description>${escapeXml(description)}</description>`,
    `<size>${fileSize}</size>`,
    ...(sha256 ? [`<hash type="sha-256">${sha256}</hash>`] : []),
    ...(pieces?.digests ? [metalinkPieces(pieces)] : []),
    `<url>${escapeXml(url)}</url>`,
    '</file>\n',
  ].join('\n');
}

/** Section 4.1.3.2. With it, a download manager fetches only the damaged pieces of a file again. */
function metalinkPieces({ length, digests }: Pieces): string {
  const bytes = Buffer.from(digests, 'base64');
  const hashes = Array.from({ length: bytes.length / digestBytes }, (_, index) => {
    const start = index * digestBytes;
    return `<hash>${bytes.toString('hex', start, start + digestBytes)}</hash>\n`;
  });
  return `<pieces length="${length}" type="sha-256">\n${hashes.join('')}</pieces>`;
}

/**
 * The manual of aria2, "Input File". `out` is relative to the folder that the reader chooses with `--dir`, and may contain folders;
 * `dir` would replace that folder.
 */
function aria2Input(files: LinkedFile[]): string {
  const lines = ({ url, path, sha256 }: LinkedFile) =>
    `${url}\n  out=${path}\n${sha256 ? `  checksum=sha-256=${sha256}\n` : ''}`;
  return files.map(lines).join('');
}

function plainLinks(files: LinkedFile[]): string {
  return files.map(({ url }) => `${url}\n`).join('');
}
