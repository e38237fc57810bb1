// A storage that may go away while it is used. Used by disk-storage.ts.
import type { Storage } from './storage.ts';

/**
 * Refuses everything while the storage is not there. Looks again after an error: it may have gone in the middle, and then
 * nothing is missing and nothing is lost. Opening a file to send it is not looked at before.
 */
export function onlyWhile(present: () => Promise<void>, storage: Storage): Storage {
  const guard = <Args extends unknown[], Result>(
    work: (...args: Args) => Promise<Result>,
    isLate = false,
  ) => {
    return async (...args: Args): Promise<Result> => {
      if (!isLate) await present();
      try {
        return await work(...args);
      } catch (error) {
        await present();
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
