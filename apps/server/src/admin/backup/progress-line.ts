// Shows the progress of a command that copies the files of a library.
import { formatBytes } from '@cellar/contract/rules/sizes.ts';
import { createTerminalLine, type Output, progressBar } from '#platform/terminal-line.ts';
import type { BackupProgress } from './backup-progress.ts';

export function createProgressLine(output: Output) {
  const { show, end } = createTerminalLine(output);
  return { show: (progress: BackupProgress) => show(() => lineOf(progress)), end };
}

function lineOf({ doneFiles, totalFiles, doneBytes, totalBytes }: BackupProgress): string {
  const part = totalBytes > 0 ? Math.min(1, doneBytes / totalBytes) : 1;
  return `${progressBar(part)}, ${doneFiles} of ${totalFiles} files, ${formatBytes(doneBytes)} of ${formatBytes(totalBytes)}`;
}
