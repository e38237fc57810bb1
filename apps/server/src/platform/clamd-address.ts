// Reads `CLAMD_URL=unix:/PATH` or `CLAMD_URL=tcp:HOST:PORT`.

/** A socket file, or a port. */
export type ClamdAddress = { path: string } | { host: string; port: number };

/** Returns undefined unless the value is `unix:/PATH` or `tcp:HOST:PORT`. */
export function parseClamdUrl(value: string): ClamdAddress | undefined {
  const [, path] = /^unix:(\/.*[^/])$/.exec(value) ?? [];
  if (path) return { path };
  const [, host = '', digits] = /^tcp:(?:\/\/)?(\[[\da-f:.]+\]|[\w.-]+):(\d{1,5})$/i.exec(value) ?? [];
  const port = Number(digits);
  return port >= 1 && port <= 65_535 ? { host: host.replace(/^\[|\]$/g, ''), port } : undefined;
}
