// Changes the facts of many games in one transaction, with the marks and revisions of a single edit.
import type { SkipReason } from '@cellar/contract/games/bulk-changes.endpoints.ts';
import type { Trx } from '#db/schema.ts';
import {
  type Facts,
  type GameWithFacts,
  lockFacts,
  replaceGenresOf,
  writeFacts,
} from './many-games.repository.ts';

export type { Facts, GameWithFacts };
export type FactName = keyof Facts;

/** What happened to a game. If there is `undo`, it has changed; if there is `skipped` too, only in part. */
export interface GameOutcome {
  id: string;
  title: string;
  /** Stored as JSON. */
  undo?: object;
  skipped?: SkipReason;
}

export interface FactsUndo {
  before: Partial<Facts>;
  after: Partial<Facts>;
  /** The facts that did not count as set by a person before. */
  marked: FactName[];
}

export interface FactsEdit {
  facts: Partial<Facts>;
  /** Facts that count as set by a person from now on. */
  mark?: readonly FactName[];
  unmark?: readonly FactName[];
  /** Why the game does not get everything that was asked. */
  left?: SkipReason;
}

export type ManyGames = typeof manyGames;

export const manyGames = { editFacts, revertFacts };

/** Locks at most a few hundred games and changes what `decide` returns. Omits games that do not exist. */
async function editFacts(
  trx: Trx,
  ids: readonly string[],
  decide: (game: GameWithFacts) => FactsEdit | SkipReason,
): Promise<GameOutcome[]> {
  const games = await lockFacts(trx, ids);
  const changed: GameWithFacts[] = [];
  const withGenres: GameWithFacts[] = [];
  const outcomes = games.map((game): GameOutcome => {
    const { id, title } = game;
    const edit = decide(game);
    if (typeof edit === 'string') return { id, title, skipped: edit };
    const { next, undo } = applyEdit(game, edit);
    const names = Object.keys(undo.after);
    const outcome = { id, title, ...(edit.left && { skipped: edit.left }) };
    if (names.length === 0) return outcome;
    changed.push(next);
    if (names.includes('genres')) withGenres.push(next);
    return { ...outcome, undo };
  });
  await writeFacts(trx, changed);
  await replaceGenresOf(trx, withGenres);
  return outcomes;
}

function applyEdit(
  game: GameWithFacts,
  { facts, mark = [], unmark = [] }: FactsEdit,
): { next: GameWithFacts; undo: FactsUndo } {
  const names = (Object.keys(facts) as FactName[]).filter((name) => !isSame(game[name], facts[name]));
  const pick = (from: Partial<Facts>): Partial<Facts> =>
    Object.fromEntries(names.map((name) => [name, from[name]]));
  const marked = mark.filter((name) => names.includes(name) && !game.editedFields.includes(name));
  const edited = [...game.editedFields, ...marked].filter(
    (name) => !(unmark as readonly string[]).includes(name),
  );
  const after = pick(facts);
  return {
    next: { ...game, ...after, editedFields: edited },
    undo: { before: pick(game), after, marked },
  };
}

/** Puts back each value of at most a few hundred games, unless somebody has changed it since. */
function revertFacts(trx: Trx, undos: ReadonlyMap<string, FactsUndo>): Promise<GameOutcome[]> {
  return editFacts(trx, [...undos.keys()], (game) => {
    const { before = {}, after = {}, marked = [] } = undos.get(game.id) ?? {};
    const names = Object.keys(after) as FactName[];
    const untouched = names.filter((name) => isSame(game[name], after[name]));
    const isLeft = names.some((name) => !untouched.includes(name) && !isSame(game[name], before[name]));
    return {
      facts: Object.fromEntries(untouched.map((name) => [name, before[name]])),
      unmark: marked.filter((name) => untouched.includes(name)),
      ...(isLeft && { left: 'changed_since' }),
    };
  });
}

function isSame(a: Facts[FactName] | undefined, b: Facts[FactName] | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
