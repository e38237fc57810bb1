// A server with a seeded library of its own for the rows that need one: started before them, ended and removed after them,
// with all that they start themselves.
import { join } from 'node:path';
import { type CellarServer, startCellar } from './cellar-server.ts';
import { copySeededLibrary } from './seeded-library.ts';
import { makeDiskFolder } from './workplace.ts';

export interface SeededCellar {
  cellar: CellarServer;
  dataDir: string;
  /** For whatever else is needed. */
  dir: string;
  /** Is stopped at the end, the last one first. */
  stopLater(part: { stop(): Promise<unknown> }): void;
}

export async function withSeededCellar<T>(
  games: number,
  measure: (seeded: SeededCellar) => Promise<T>,
): Promise<T> {
  const { dir, remove } = makeDiskFolder();
  const running: { stop(): Promise<unknown> }[] = [];
  try {
    const dataDir = join(dir, 'data');
    copySeededLibrary(games, dataDir);
    const cellar = await startCellar(dataDir);
    running.push(cellar);
    return await measure({ cellar, dataDir, dir, stopLater: (part) => running.push(part) });
  } finally {
    for (const part of running.reverse()) await part.stop();
    remove();
  }
}
