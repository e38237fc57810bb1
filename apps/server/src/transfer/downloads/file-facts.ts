// The headers of a platform file or an extra, whether Cellar or another program sends it.
import { attachmentNamed } from '#http/disposition.ts';
import { digestHeader } from '#http/send-stored-file.ts';
import type { TargetFile } from './target-file.ts';

const contentTypes: Record<string, string> = {
  '.zip': 'application/zip',
  '.rar': 'application/vnd.rar',
  '.7z': 'application/x-7z-compressed',
  '.tar.gz': 'application/gzip',
};

export function factsOf(file: TargetFile) {
  return {
    // The id identifies the content: another file for the platform gets a new row. Only files in library folders can change.
    etag: file.contentTag === null ? `"${file.id}"` : `"${file.id}-${file.contentTag}"`,
    lastModified: new Date(file.contentChangedAt ?? file.createdAt),
    contentType: contentTypes[file.extension] ?? 'application/octet-stream',
    disposition: attachmentNamed(file.fileName, file.id),
  };
}

export function extraHeaders({ sha256 }: TargetFile) {
  return { 'cache-control': 'private, no-transform', ...(sha256 ? digestHeader(sha256) : {}) };
}
