// Finds updates and the like that lie beside their game: `patch_x_1.0_to_1.1.exe` beside `setup_x_1.0.exe`.
import type { ExtraKind } from '@cellar/contract/folders/rules/library-files.ts';

const kinds: [ExtraKind, RegExp][] = [
  ['update', /^(?:patch|patches|update|updates|hotfix)$/],
  ['dlc', /^(?:dlc|addon|expansion)$/],
  ['soundtrack', /^(?:soundtrack|ost)$/],
  ['manual', /^manual$/],
  ['artbook', /^artbook$/],
];
const noise = /^(?:setup|gog|the|a|game|install|installer|v?\d+)$/;

/** The folder of one game holds fewer files. */
const mostFiles = 50;

/** Returns the kinds of the extras, by name; empty unless exactly one game is left that they share their first word with. */
export function looseExtras(names: readonly string[]): Map<string, ExtraKind> {
  const none = new Map<string, ExtraKind>();
  if (names.length > mostFiles) return none;
  const extras = new Map(
    names.flatMap((name) => {
      const kind = kindOf(name);
      return kind ? [[name, kind] as const] : [];
    }),
  );
  const games = names.filter((name) => !extras.has(name));
  const [game] = games;
  if (game === undefined || games.length > 1) return none;
  const word = firstWord(game);
  return [...extras.keys()].every((name) => firstWord(name) === word) ? extras : none;
}

function kindOf(name: string): ExtraKind | undefined {
  const words = wordsOf(name);
  return kinds.find(([, pattern]) => words.some((word) => pattern.test(word)))?.[0];
}

function firstWord(name: string): string | undefined {
  const isKind = (word: string) => kinds.some(([, pattern]) => pattern.test(word));
  return wordsOf(name).find((word) => !noise.test(word) && !isKind(word));
}

function wordsOf(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
