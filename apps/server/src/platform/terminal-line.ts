// One line of progress: it changes in a terminal, and is a line every few seconds in a log.
const terminalMs = 200;
const logMs = 10_000;
const barLength = 24;

export interface Output {
  isTTY?: boolean;
  write(text: string): unknown;
}

export type TerminalLine = ReturnType<typeof createTerminalLine>;

export function createTerminalLine(output: Output) {
  const everyMs = output.isTTY ? terminalMs : logMs;
  let shownAt = performance.now();
  let isShown = false;

  /** Removes the line from a terminal. */
  function end(): void {
    if (isShown && output.isTTY) output.write('\r\x1b[K');
    isShown = false;
  }

  return {
    /** `describe` is called only if a line is due. */
    show(describe: () => string): void {
      if (performance.now() - shownAt < everyMs) return;
      shownAt = performance.now();
      output.write(output.isTTY ? `\r${describe()}\x1b[K` : `${describe()}\n`);
      isShown = true;
    },
    /** Writes a line that stays, above the one that changes. */
    note(text: string): void {
      end();
      output.write(`${text}\n`);
    },
    end,
  };
}

/** `part`: from 0 to 1. */
export function progressBar(part: number): string {
  const full = Math.floor(part * barLength);
  return `${'█'.repeat(full)}${'░'.repeat(barLength - full)} ${Math.floor(part * 100)} %`;
}
