// One line of progress: it changes in a terminal, and is a line every few seconds in a log.
const terminalMs = 200;
const logMs = 10_000;
const barLength = 24;

export interface Output {
  isTTY?: boolean;
  /** The width of the terminal. */
  columns?: number;
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
      const line = plain(describe());
      // A line that is wider than the terminal could not be replaced by the next one.
      output.write(output.isTTY ? `\r${line.slice(0, (output.columns ?? 80) - 1)}\x1b[K` : `${line}\n`);
      isShown = true;
    },
    /** Writes a line that stays, above the one that changes. */
    note(text: string): void {
      end();
      output.write(`${plain(text)}\n`);
    },
    end,
  };
}

/** Without control characters, which could make a terminal do anything: some texts come from a server. */
function plain(text: string): string {
  return text.replace(/[^\P{Cc}\n]/gu, '');
}

/** `part`: from 0 to 1. */
export function progressBar(part: number): string {
  const full = Math.floor(part * barLength);
  return `${'█'.repeat(full)}${'░'.repeat(barLength - full)} ${Math.floor(part * 100)} %`;
}
