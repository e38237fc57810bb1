import { type Comparison, compare, type ExpectedFile, rangeOf } from './compare.ts';
import type { Hasher } from './hasher.ts';

interface CheckOptions {
  hasher: Hasher;
  onProgress(bytes: number): void;
  signal: AbortSignal;
}

/** Reads the file once. One piece at a time is in memory. @throws VerifyError, ApiError, the signal's reason */
export async function checkFile(
  file: File,
  expected: ExpectedFile,
  { hasher, onProgress, signal }: CheckOptions,
): Promise<Comparison> {
  const found: string[] = [];
  for (let index = 0; index < expected.digests.length; index += 1) {
    const { start, end } = rangeOf(expected, index);
    if (start >= file.size) break;
    found.push(await hasher.digest(file.slice(start, end)));
    signal.throwIfAborted();
    onProgress(Math.min(end, file.size));
  }
  return compare(expected, file.size, found);
}
