// Runs rows with a server on a copy of a seeded library. Afterwards it stops the server and everything that the rows started.
import { join } from 'node:path';
import { type CellarServer, startCellar } from './cellar-server.ts';
import { copySeededLibrary } from './seeded-library.ts';
import { makeDiskFolder } from './workplace.ts';

export interface SeededCellar {
  cellar: CellarServer;
  dataDir: string;
  /** A temporary folder for other files. */
  dir: string;
  /** Registers a part to be stopped at the end, in reverse order. */
  stopLater(part: { stop(): Promise<unknown> }): void;
}

/** `further`: options of `cellar seed`. */
export async function withSeededCellar<T>(
  games: number,
  measure: (seeded: SeededCellar) => Promise<T>,
  further: readonly string[] = [],
): Promise<T> {
  const { dir, remove } = makeDiskFolder();
  const running: { stop(): Promise<unknown> }[] = [];
  try {
    const dataDir = join(dir, 'data');
    copySeededLibrary(games, dataDir, further);
    const cellar = await startCellar(dataDir);
    running.push(cellar);
    return await measure({ cellar, dataDir, dir, stopLater: (part) => running.push(part) });
  } finally {
    for (const part of running.reverse()) await part.stop();
    remove();
  }
}
