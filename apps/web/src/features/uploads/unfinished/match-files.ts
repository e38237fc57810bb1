// Which of the chosen files belongs to which unfinished upload. Pure; used to go on with several at once. Whether the bytes
// are the same too is proven by the engine before it sends any.
import type { UnfinishedUpload } from '@cellar/contract/uploads.ts';

export interface FileMatches<F> {
  pairs: { upload: UnfinishedUpload; file: F }[];
  /** Files that no upload began with. */
  strangers: F[];
}

/** By name and size; what was renamed meanwhile by its size, where that tells. */
export function matchFiles<F extends { name: string; size: number }>(
  uploads: readonly UnfinishedUpload[],
  files: readonly F[],
): FileMatches<F> {
  const open = new Set(uploads);
  const pairs: FileMatches<F>['pairs'] = [];
  const take = (left: readonly F[], find: (file: F) => UnfinishedUpload | undefined): F[] =>
    left.filter((file) => {
      const upload = find(file);
      if (upload) pairs.push({ upload, file });
      return !upload || !open.delete(upload);
    });
  const named = take(files, ({ name, size }) =>
    [...open].find(({ fileName, fileSize }) => fileName === name && (fileSize ?? size) === size),
  );
  const strangers = take(named, ({ size }) => {
    const sameSize = [...open].filter(({ fileSize }) => fileSize === size);
    const isOnly = named.filter((other) => other.size === size).length === 1;
    return isOnly && sameSize.length === 1 ? sameSize[0] : undefined;
  });
  return { pairs, strangers };
}
