// Shows the progress of a command: one line that changes in a terminal, or a line every few seconds in a log.
import { formatBytes } from '@cellar/contract/rules/sizes.ts';
import type { BackupProgress } from './backup-progress.ts';

const terminalMs = 200;
const logMs = 10_000;
const barLength = 24;

interface Output {
  isTTY?: boolean;
  write(text: string): unknown;
}

export function createProgressLine(output: Output) {
  const everyMs = output.isTTY ? terminalMs : logMs;
  let shownAt = performance.now();
  let isShown = false;
  return {
    show(progress: BackupProgress): void {
      if (performance.now() - shownAt < everyMs) return;
      shownAt = performance.now();
      const line = lineOf(progress);
      output.write(output.isTTY ? `\r${line}\x1b[K` : `${line}\n`);
      isShown = true;
    },
    /** Removes the line from a terminal. */
    end(): void {
      if (isShown && output.isTTY) output.write('\r\x1b[K');
    },
  };
}

function lineOf({ doneFiles, totalFiles, doneBytes, totalBytes }: BackupProgress): string {
  const part = totalBytes > 0 ? Math.min(1, doneBytes / totalBytes) : 1;
  const full = Math.floor(part * barLength);
  const bar = '█'.repeat(full) + '░'.repeat(barLength - full);
  const percent = `${Math.floor(part * 100)} %`;
  return `${bar} ${percent}, ${doneFiles} of ${totalFiles} files, ${formatBytes(doneBytes)} of ${formatBytes(totalBytes)}`;
}
