// Scans one platform file, extra or cheat file, in the storage or in a library folder. The files of a set or folder are scanned one by
// one: as a ZIP, they would exceed the limits of clamd sooner.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clamd, Verdict } from '#platform/clamd.ts';
import type { StoredFile } from '#platform/storage/storage.ts';
import type { FilesService } from '../files/files.service.ts';
import type { findFile } from './virus-scans.repository.ts';

type ScannedFile = NonNullable<Awaited<ReturnType<typeof findFile>>>;

/** `path`: the single file of a set or folder in which a threat was found. */
export type FileVerdict = Verdict & { path?: string };

interface Deps {
  clamd: Clamd;
  files: FilesService;
}

const singleFilesAtOnce = 200;
/** After this many bytes, reading pauses for the sake of the disk. */
const restEveryBytes = 8 * 1024 * 1024;
const longestRestMs = 1000;

/** @throws ClamdAwayError, ScanBrokenError, what `files.open` throws, or the reason of the signal */
export async function scanFile(deps: Deps, file: ScannedFile, signal: AbortSignal): Promise<FileVerdict> {
  if (file.itemKind === 'set' || file.itemKind === 'folder') return scanSingleFiles(deps, file, signal);
  return scanOpened(deps, await deps.files.open(file), signal);
}

async function scanSingleFiles(deps: Deps, file: ScannedFile, signal: AbortSignal): Promise<FileVerdict> {
  const { files } = deps;
  let result: 'clean' | 'too_large' = 'clean';
  for (let from: number | null = 0; from !== null; ) {
    const page: Awaited<ReturnType<FilesService['listSingleFiles']>> = await files.listSingleFiles(file, {
      from,
      limit: singleFilesAtOnce,
      search: '',
    });
    for (const singleFile of page.files) {
      const verdict = await scanOpened(deps, await files.open({ ...file, singleFile }), signal);
      if (verdict.result === 'infected') return { ...verdict, path: singleFile.path };
      if (verdict.result === 'too_large') result = 'too_large';
    }
    from = page.next;
  }
  return { result };
}

async function scanOpened({ clamd }: Deps, file: StoredFile, signal: AbortSignal): Promise<Verdict> {
  try {
    return await clamd.scan({ size: file.size, stream: readGently(file, signal) }, signal);
  } finally {
    await file.close();
  }
}

/** Pauses for as long as it has read, so that downloads get at least half of a slow disk's time. */
async function* readGently(file: StoredFile, signal: AbortSignal): AsyncGenerator<Buffer> {
  if (file.size === 0) return;
  let bytes = 0;
  let since = performance.now();
  for await (const piece of file.stream({ start: 0, end: file.size - 1 }, signal)) {
    yield piece;
    bytes += piece.length;
    if (bytes < restEveryBytes) continue;
    await sleep(Math.min(performance.now() - since, longestRestMs), undefined, { signal });
    bytes = 0;
    since = performance.now();
  }
}
