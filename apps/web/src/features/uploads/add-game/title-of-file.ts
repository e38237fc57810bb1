// Guesses a game's title from the name of its archive.
import { archiveBaseName } from '@cellar/contract/rules/archives.ts';

const titleMax = 200;

/** Turns `Some_Game.v1.2.zip` into `Some Game v1.2`. Dots in numbers are kept. */
export function titleOfFile(fileName: string): string {
  return archiveBaseName(fileName)
    .replace(/_+|(?<!\d)\.|\.(?!\d)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, titleMax);
}
