// Makes a storage report when it is away, for example because a network share was unmounted.
import type { Storage } from './storage.ts';

/**
 * Calls `requirePresent`, which throws when the storage is away, before every operation, and again after an error: a storage
 * that went away in the meantime is then not mistaken for missing or lost files. Operations that only read a file skip the
 * first call.
 */
export function guardStorage(requirePresent: () => Promise<void>, storage: Storage): Storage {
  const guard = <Args extends unknown[], Result>(
    work: (...args: Args) => Promise<Result>,
    isReadOnly = false,
  ) => {
    return async (...args: Args): Promise<Result> => {
      if (!isReadOnly) await requirePresent();
      try {
        return await work(...args);
      } catch (error) {
        await requirePresent();
        throw error;
      }
    };
  };
  return {
    writeChunk: guard(storage.writeChunk),
    placeChunk: guard(storage.placeChunk),
    finishUpload: guard(storage.finishUpload),
    discardUpload: guard(storage.discardUpload),
    listTemp: guard(storage.listTemp),
    deleteTemp: guard(storage.deleteTemp),
    spool: guard(storage.spool),
    duplicateFile: guard(storage.duplicateFile),
    openFile: guard(storage.openFile, true),
    digestFile: guard(storage.digestFile, true),
    deleteFile: guard(storage.deleteFile),
    listFiles: guard(storage.listFiles),
    freeBytes: guard(storage.freeBytes),
    check: guard(storage.check),
  };
}
