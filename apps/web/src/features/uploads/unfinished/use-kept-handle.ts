// The way to an unfinished upload's file, where the browser has kept one. Looked up beforehand: a file dialog can be opened
// only right after a click.
import { useEffect, useState } from 'react';
import type { FileHandle } from '#lib/pick-files.ts';
import { keptHandle } from '../engine/file-handles.ts';

export function useKeptHandle(uploadId: string): FileHandle | undefined {
  const [handle, setHandle] = useState<FileHandle>();
  useEffect(() => {
    let isCurrent = true;
    void keptHandle(uploadId).then((found) => {
      if (isCurrent) setHandle(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [uploadId]);
  return handle;
}
