// Records what a bulk change did, and presents it.

import type { BulkChange, BulkKind, BulkResult } from '@cellar/contract/games/bulk-changes.endpoints.ts';
import type { AuditService } from '#admin/audit.service.ts';
import type { Trx } from '#db/schema.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { createYielder } from '#platform/event-loop.ts';
import { newId } from '#platform/tokens.ts';
import type { GameOutcome } from '../many-games.service.ts';
import type { RuleChange } from '../spellings/spellings.service.ts';
import type { ChangeRow } from './bulk-changes.repository.ts';
import * as repository from './bulk-changes.repository.ts';

export interface Admin {
  email: string;
}

interface Recorded {
  kind: BulkKind;
  from: string[];
  to: string | null;
  tally: Tally;
  rules?: RuleChange[];
}

const gamesAtOnce = 200;

/** Records a change in the transaction that makes it. Records nothing if no game and no rule has changed. */
export async function record(
  { clock, audit }: { clock: Clock; audit: AuditService },
  trx: Trx,
  { email: actor }: Admin,
  { kind, from, to, tally, rules = [] }: Recorded,
): Promise<BulkResult> {
  const { changed, counts } = tally;
  if (changed.length === 0 && rules.length === 0) return { change: null, ...counts };
  const row = newChange(clock, {
    kind,
    actor,
    detail: JSON.stringify({ from, to }),
    games: changed.length,
    rules: JSON.stringify(rules),
  });
  await repository.insertChange(trx, row);
  if (canBeUndone(kind)) await insertGames(trx, row.id, changed);
  const what = summaryOf(from, to);
  await audit.write(trx, {
    action: kind === 'mergeGenres' || kind === 'mergeCompanies' ? 'spellings_merged' : 'games_changed',
    actor,
    subject: what ? `${kind}: ${what}` : kind,
    detail: String(changed.length),
  });
  return { change: present(row), ...counts };
}

type ChangeFacts = Omit<ChangeRow, 'id' | 'at' | 'undoneAt' | 'undoneBy'>;

export function newChange(clock: Clock, facts: ChangeFacts): ChangeRow {
  return { ...facts, id: newId(), at: isoAt(clock), undoneAt: null, undoneBy: null };
}

async function insertGames(trx: Trx, changeId: string, changed: Tally['changed']): Promise<void> {
  const yieldIfDue = createYielder();
  for (let at = 0; at < changed.length; at += gamesAtOnce) {
    const rows = changed.slice(at, at + gamesAtOnce);
    await repository.insertChangedGames(
      trx,
      rows.map(({ id, undo }) => ({ changeId, gameId: id, undo: JSON.stringify(undo) })),
    );
    await yieldIfDue();
  }
}

/** For the audit log. */
export function summaryOf(from: string[], to: string | null): string {
  return [from.join(', '), to].filter(Boolean).join(' → ').slice(0, 500);
}

export function canBeUndone(kind: BulkKind): boolean {
  return kind !== 'match' && kind !== 'delete';
}

export function present(row: ChangeRow): BulkChange {
  const { id, kind, at, actor, detail, games, undoneAt, undoneBy } = row;
  const canUndo = canBeUndone(kind) && undoneAt === null;
  return { _id: id, kind, at, actor, ...JSON.parse(detail), games, undoneAt, undoneBy, canUndo };
}

// Collects what a bulk change did to each game.

/** At most this many games are named in an answer. */
const named = 50;

export interface Tally {
  changed: { id: string; undo: object }[];
  counts: Omit<BulkResult, 'change'>;
}

export function newTally(): Tally {
  return { changed: [], counts: { changed: 0, unchanged: 0, missing: 0, skipped: 0, skippedGames: [] } };
}

/** `asked`: the number of games, some of which may not exist. */
export function countOutcomes({ changed, counts }: Tally, asked: number, outcomes: GameOutcome[]): void {
  counts.missing += asked - outcomes.length;
  for (const { id, title, undo, skipped } of outcomes) {
    if (undo) changed.push({ id, undo });
    else if (!skipped) counts.unchanged += 1;
    if (!skipped) continue;
    counts.skipped += 1;
    if (counts.skippedGames.length < named) counts.skippedGames.push({ _id: id, title, reason: skipped });
  }
  counts.changed = changed.length;
}
