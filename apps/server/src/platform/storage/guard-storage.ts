// Makes a storage report that it is unavailable, for example because a network share was unmounted.
import type { Storage } from './storage.ts';

/**
 * Calls `requirePresent`, which throws if the storage is unavailable, before every operation, and again after an error.
 * Without the second call, files of a storage that became unavailable in the meantime would look missing or lost. Operations
 * that only read a file skip the first call.
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
