// A line of a `.sha256` file, as `sha256sum -c` reads it. Used by the download endpoints.

/** "If the file name contains a backslash, newline, or carriage return, the line is started with a backslash" (coreutils). */
export function checksumLine(sha256: string, fileName: string): string {
  const escaped = fileName.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `${escaped === fileName ? '' : '\\'}${sha256}  ${escaped}\n`;
}
