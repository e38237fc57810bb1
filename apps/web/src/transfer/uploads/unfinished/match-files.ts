// Finds the unfinished upload to which each chosen file belongs. The engine compares the bytes before sending.
import type { UnfinishedUpload } from '@cellar/contract/transfer/uploads.ts';

export interface FileMatches<F> {
  pairs: { upload: UnfinishedUpload; file: F }[];
  unmatchedFiles: F[];
}

/** Matches files by name and size. Matches a renamed file by size if only one file and one upload have that size. */
export function matchFiles<F extends { name: string; size: number }>(
  uploads: readonly UnfinishedUpload[],
  files: readonly F[],
): FileMatches<F> {
  const open = new Set(uploads);
  const pairs: FileMatches<F>['pairs'] = [];
  /** Assigns files to open uploads, and returns the remaining files. */
  const match = (candidates: readonly F[], find: (file: F) => UnfinishedUpload | undefined): F[] =>
    candidates.filter((file) => {
      const upload = find(file);
      if (upload) pairs.push({ upload, file });
      return !upload || !open.delete(upload);
    });
  const renamed = match(files, ({ name, size }) =>
    [...open].find(({ fileName, fileSize }) => fileName === name && (fileSize ?? size) === size),
  );
  const unmatchedFiles = match(renamed, ({ size }) => {
    const sameSize = [...open].filter(({ fileSize }) => fileSize === size);
    const isOnly = renamed.filter((other) => other.size === size).length === 1;
    return isOnly && sameSize.length === 1 ? sameSize[0] : undefined;
  });
  return { pairs, unmatchedFiles };
}
