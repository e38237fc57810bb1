// Finds the unfinished upload that each of several chosen files belongs to. The engine compares the bytes before it sends any.
import type { UnfinishedUpload } from '@cellar/contract/uploads.ts';

export interface FileMatches<F> {
  pairs: { upload: UnfinishedUpload; file: F }[];
  unmatchedFiles: F[];
}

/** Matches by name and size, and a renamed file by its size if only one file and one upload have it. */
export function matchFiles<F extends { name: string; size: number }>(
  uploads: readonly UnfinishedUpload[],
  files: readonly F[],
): FileMatches<F> {
  const open = new Set(uploads);
  const pairs: FileMatches<F>['pairs'] = [];
  /** Pairs files with open uploads, and returns the files that have none. */
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
