// Remembers what admins decide about names of games: the match that was chosen for a name, and the games that were refused.

import { entriesOf, type LearnedNamesResponse } from '@cellar/contract/games/matches.ts';
import { foldText } from '@cellar/contract/rules/sort.ts';
import type { AuditService } from '#admin/audit.service.ts';
import type { Db, Trx } from '#db/schema.ts';
import { notFound } from '#http/errors.ts';
import type { Base } from '#platform/base.ts';
import { isoAt } from '#platform/clock.ts';
import { pageCount } from '#platform/page-count.ts';
import { newId } from '#platform/tokens.ts';
import type { ArchiveName } from '../matching/read-name.ts';
import type { LearnedRow } from './learned-names.repository.ts';
import * as repository from './learned-names.repository.ts';

export type LearnedNames = ReturnType<typeof createLearnedNames>;

interface Deps extends Pick<Base, 'db' | 'longReads' | 'clock'> {
  audit: AuditService;
}

/** What is known about a name. */
export interface Learned {
  id: string;
  matchId: string | null;
  matchName: string | null;
  /** Providers' games, such as `steam:220`. */
  refused: ReadonlySet<string>;
}

/** The match that was chosen for a name. */
export interface Meaning {
  matchId: string;
  matchName: string;
}

interface Decision {
  /** As `learnableName` returns it. Nothing is learned about an empty name. */
  name: string | null;
  admin: { id: string };
}

const pageSize = 20;
/** The latest refusals count. */
const maxRefused = 100;

export function createLearnedNames(deps: Deps) {
  const { db, clock } = deps;

  async function change(trx: Trx, { name, admin }: Decision, edit: (row: LearnedRow) => LearnedRow) {
    if (!name) return;
    const learnedAt = isoAt(clock);
    const blank = { matchId: null, matchName: null, refused: '[]', uses: 0 };
    const key = nameKey(name);
    const row = { id: newId(), nameKey: key, name, userId: admin.id, learnedAt, ...blank };
    const known = await repository.lockName(trx, row);
    await repository.updateName(trx, { ...edit(known), userId: admin.id, learnedAt });
  }

  return {
    /** Returns what is known about the names. Omits names about which nothing is known. */
    async findAll(names: readonly (string | null)[], from: Db = db): Promise<Map<string, Learned>> {
      const keys = names
        .filter((name): name is string => Boolean(name))
        .map((name): [string, string] => [name, nameKey(name)]);
      const rows = await repository.findByKeys(from, [...new Set(keys.map(([, key]) => key))]);
      const byKey = new Map(rows.map((row) => [row.nameKey, read(row)]));
      return new Map(
        keys.flatMap(([name, key]) => {
          const learned = byKey.get(key);
          return learned ? [[name, learned]] : [];
        }),
      );
    },

    /** Remembers the match for the name. It is no longer refused. Returns the match that was chosen for the name before. */
    async learn(
      trx: Trx,
      decision: Decision,
      match: { id: string; name: string },
    ): Promise<Meaning | undefined> {
      let before: Meaning | undefined;
      await change(trx, decision, (row) => {
        const { matchId, matchName } = row;
        if (matchId !== null && matchName !== null) before = { matchId, matchName };
        return {
          ...row,
          uses: sharesGame(matchId, match.id) ? row.uses : 0,
          matchId: match.id,
          matchName: match.name,
          refused: JSON.stringify(refusedOf(row).filter((entry) => !gamesOf(match.id).includes(entry))),
        };
      });
      return before;
    },

    /** Remembers that the name means none of the matches. Returns the games that were not refused before. */
    async refuse(trx: Trx, decision: Decision, matchIds: readonly string[]): Promise<string[]> {
      const games = [...new Set(matchIds.flatMap(gamesOf))];
      let added: string[] = [];
      if (games.length === 0) return added;
      await change(trx, decision, (row) => {
        const before = refusedOf(row);
        added = games.filter((game) => !before.includes(game));
        const isRefused = row.matchId !== null && gamesOf(row.matchId).some((game) => games.includes(game));
        return {
          ...row,
          ...(isRefused ? { matchId: null, matchName: null, uses: 0 } : {}),
          refused: JSON.stringify([...before, ...added].slice(-maxRefused)),
        };
      });
      return added;
    },

    /** Forgets that the match was chosen for the name, if that is what is known. The name then means `before` again. */
    async forgetMatch(trx: Trx, name: string | null, matchId: string, before?: Meaning): Promise<void> {
      const row = name ? await repository.lockKnown(trx, nameKey(name)) : undefined;
      if (!row || !sharesGame(row.matchId, matchId)) return;
      await store(trx, { ...row, ...(before ?? { matchId: null, matchName: null }), uses: 0 });
    },

    /** Forgets that the games were refused for the name. */
    async forgetRefusal(trx: Trx, name: string | null, games: readonly string[]): Promise<void> {
      const row = name ? await repository.lockKnown(trx, nameKey(name)) : undefined;
      if (!row) return;
      const refused = refusedOf(row).filter((game) => !games.includes(game));
      await store(trx, { ...row, refused: JSON.stringify(refused) });
    },

    countUse: repository.countUse,

    async list(page: number): Promise<LearnedNamesResponse> {
      const total = await repository.countNames(deps.longReads);
      const rows = await repository.listNames(deps.longReads, { page, pageSize });
      return {
        names: rows.map(({ nameKey: _, userId: __, ...row }) => ({ ...row, refused: refusedOf(row).length })),
        total,
        currentPage: page,
        totalPages: pageCount(total, pageSize),
      };
    },

    /** @throws AppError not_found */
    async remove(id: string, admin: { email: string }): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const name = await repository.findName(trx, id);
        if (name === undefined || !(await repository.deleteName(trx, id))) throw notFound('Learned name');
        await deps.audit.write(trx, { action: 'name_forgotten', actor: admin.email, subject: name });
      });
    },
  };
}

/** Updates the row, or deletes it if it no longer says anything. */
async function store(trx: Trx, row: LearnedRow): Promise<void> {
  if (row.matchId === null && refusedOf(row).length === 0) await repository.deleteName(trx, row.id);
  else await repository.updateName(trx, row);
}

function read(row: LearnedRow): Learned {
  const { id, matchId, matchName } = row;
  return { id, matchId, matchName, refused: new Set(refusedOf(row)) };
}

function refusedOf({ refused }: Pick<LearnedRow, 'refused'>): string[] {
  return JSON.parse(refused);
}

/** Returns the providers' games of a match: `steam:220+igdb:233` is `steam:220` and `igdb:233`. */
export function gamesOf(matchId: string): string[] {
  return entriesOf(matchId).map(({ source, id }) => `${source}:${id}`);
}

/** Returns whether two matches are the same game, perhaps known to different providers. */
export function sharesGame(a: string | null, b: string): boolean {
  return a !== null && gamesOf(a).some((game) => gamesOf(b).includes(game));
}

// The name under which a decision about a game is remembered: the title that its archive's name contains, with the year.

const maxLength = 300;

/** Returns the name, ready to show. Empty for a name that says nothing about the game, such as `setup`. */
export function learnableName({ title, year, maybeNumber, isGeneric }: ArchiveName): string {
  if (isGeneric) return '';
  const whole = maybeNumber === null ? title : `${title} ${maybeNumber}`;
  const name = (year === null ? whole : `${whole} (${year})`).slice(0, maxLength).toWellFormed();
  return nameKey(name) === '' ? '' : name;
}

/** Names with the same key mean the same game. Ignores case, accents and punctuation, but no words. */
export function nameKey(name: string): string {
  return foldText(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed();
}
