// Undoing a match: which values a game gets back, and what its row said before the match was chosen.
import type { EditableField, GameChanges } from '@cellar/contract/games/game-edit.ts';
import { restorableStates } from '@cellar/contract/games/matches.ts';
import { artworkNameOf } from '@cellar/contract/games/rules/artwork.ts';
import type { AuditService } from '#admin/audit.service.ts';
import type { Trx } from '#db/schema.ts';
import type { FoundGame, GameEditingService } from '#games/game-editing.service.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import type { LearnedNames, Meaning } from '../names/learned-names.service.ts';
import {
  type Applied,
  type AppliedChanges,
  editedFieldsOf,
  type FieldValue,
  isSameValue,
} from './match-applying.service.ts';
import { undone } from './match-search.service.ts';
import type { MatchRow } from './matches.repository.ts';
import * as repository from './matches.repository.ts';

interface Deps {
  clock: Clock;
  audit: AuditService;
  gameEditing: GameEditingService;
  learnedNames: LearnedNames;
}

/** A game's row before an admin chose a match. The state is null if there was no row. */
interface PreviousMatch extends Pick<MatchRow, 'reason' | 'matchId' | 'confidence' | 'brought'> {
  state: MatchRow['state'] | null;
  /** The fields that counted as set by a person, until the admin let the match replace them. */
  unmarked: EditableField[];
  /** The match that was chosen for the game's name before. */
  meant?: Meaning | undefined;
}

/** Returns the columns with which the match of an admin can be undone, and keeps the pictures that it replaced. */
export async function keepForUndo(
  trx: Trx,
  gameId: string,
  { brought, unmarked, meant }: Applied & Pick<PreviousMatch, 'meant'>,
): Promise<Pick<MatchRow, 'brought' | 'previous'>> {
  const row = await repository.findMatchRow(trx, gameId);
  const { state = null, reason = '', matchId = null, confidence = null } = row ?? {};
  const before = row?.brought ?? null;
  const previous: PreviousMatch = { state, reason, matchId, confidence, brought: before, unmarked, meant };
  // The match before can be undone as well, after this one.
  await repository.keepPictures(trx, gameId, [...picturesBefore(brought), ...picturesBefore(parse(before))]);
  return { brought: JSON.stringify(brought), previous: JSON.stringify(previous) };
}

/** A game's row before an admin refused all candidates. */
interface PreviousState extends Pick<MatchRow, 'state' | 'reason'> {
  /** The providers' games that were refused then. */
  refused: string[];
}

/** Returns the column with which leaving the game can be undone. Null if it must be searched for instead. */
export function keepState(row: MatchRow | undefined, refused: string[]): string | null {
  if (!row || !restorableStates.includes(row.state)) return null;
  const previous: PreviousState = { state: row.state, reason: row.reason, refused };
  return JSON.stringify(previous);
}

/**
 * Undoes the match of a game, or its refusal. The transaction must have locked the game. Returns the fields that were changed since,
 * which are kept.
 */
export async function undoDecision(
  deps: Deps,
  trx: Trx,
  found: FoundGame,
  admin: { email: string },
): Promise<EditableField[]> {
  const row = await repository.findMatchRow(trx, found.game.id);
  if (row?.state === 'matched') return undoMatch(deps, trx, { found, row }, admin);
  if (row?.state === 'left') await undoRefusal(deps, trx, { found, row }, admin);
  return [];
}

interface Undone {
  found: FoundGame;
  row: MatchRow;
}

async function undoRefusal(
  { clock, audit, learnedNames }: Deps,
  trx: Trx,
  { found, row }: Undone,
  admin: { email: string },
): Promise<void> {
  if (row.previous === null) return;
  const { state, reason, refused }: PreviousState = JSON.parse(row.previous);
  await learnedNames.forgetRefusal(trx, row.searchedAs, refused);
  const updatedAt = isoAt(clock);
  await repository.putMatch(trx, found.game.id, { state, reason, previous: null, updatedAt });
  await audit.write(trx, { action: 'match_undone', actor: admin.email, subject: found.game.title });
}

async function undoMatch(
  { clock, audit, gameEditing, learnedNames }: Deps,
  trx: Trx,
  { found, row }: Undone,
  admin: { email: string },
): Promise<EditableField[]> {
  const gameId = found.game.id;
  if (row.brought === null) return [];
  const previous: PreviousMatch | null = row.previous === null ? null : JSON.parse(row.previous);
  const { changes, kept } = revert(found, parse(row.brought));
  const edited = editedFieldsOf(found);
  const marked = (previous?.unmarked ?? []).filter((name) => !edited.has(name) && !kept.includes(name));
  await gameEditing.changeGame(trx, found.game, changes, { isByHand: false, marked });
  if (row.matchId !== null) {
    await learnedNames.forgetMatch(trx, row.searchedAs, row.matchId, previous?.meant);
  }
  await putBack(trx, gameId, previous, isoAt(clock));
  await audit.write(trx, {
    action: 'match_undone',
    actor: admin.email,
    subject: found.game.title,
    detail: row.matchId ?? '',
  });
  return kept;
}

function revert(now: FoundGame, brought: AppliedChanges): { changes: GameChanges; kept: EditableField[] } {
  const edited = editedFieldsOf(now);
  const entries = Object.entries(brought) as [EditableField, { before: FieldValue; after: FieldValue }][];
  const isUntouched = ([name, { after }]: (typeof entries)[number]) =>
    !edited.has(name) && isSameValue(now.values[name], after);
  const touched = entries.filter((entry) => !isUntouched(entry));
  return {
    changes: Object.fromEntries(entries.filter(isUntouched).map(([name, { before }]) => [name, before])),
    kept: touched
      .filter(([name, { before }]) => !isSameValue(now.values[name], before))
      .map(([name]) => name),
  };
}

async function putBack(
  trx: Trx,
  gameId: string,
  previous: PreviousMatch | null,
  updatedAt: string,
): Promise<void> {
  const { state, reason, matchId, confidence, brought } = previous ?? reviewed;
  if (state === null) return repository.deleteMatch(trx, gameId);
  await repository.keepPictures(trx, gameId, picturesBefore(parse(brought)));
  // A search that was due would choose the same match again.
  const isDue = state === 'queued' || state === 'searching' || state === 'failed';
  const row = isDue ? reviewed : { state, reason, matchId, confidence, brought };
  await repository.putMatch(trx, gameId, { ...row, previous: null, updatedAt });
}

const reviewed = { state: 'review', reason: undone, matchId: null, confidence: null, brought: null } as const;

function parse(brought: string | null): AppliedChanges {
  return brought === null ? {} : JSON.parse(brought);
}

function picturesBefore({ boxArtUrl, gameplayImages }: AppliedChanges): string[] {
  const urls = [boxArtUrl?.before ?? [], gameplayImages?.before ?? []].flat() as string[];
  return urls.map(artworkNameOf);
}
