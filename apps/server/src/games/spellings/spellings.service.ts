// Rules by which metadata gets the spellings that an admin has chosen for genres and companies.

import type {
  MergeBody,
  MergePreview,
  Spelling,
  SpellingKind,
  SpellingRule,
  Spellings,
} from '@cellar/contract/games/bulk-changes.endpoints.ts';
import { foldText } from '@cellar/contract/rules/sort.ts';
import type { AuditService } from '#admin/audit.service.ts';
import type { Stamp } from '#db/database.ts';
import type { Db, Trx } from '#db/schema.ts';
import { whileUnchanged } from '#db/while-unchanged.ts';
import { notFound } from '#http/errors.ts';
import type { Base } from '#platform/base.ts';
import { isoAt } from '#platform/clock.ts';
import { createYielder } from '#platform/event-loop.ts';
import { newId } from '#platform/tokens.ts';
import { likelySpellings } from './likely-spellings.ts';
import * as repository from './spellings.repository.ts';
import {
  countGamesWith,
  countSpellings,
  listGamesWith,
  listTitlesWith,
  placesOf,
  type RuleRow,
} from './spellings.repository.ts';

interface Deps extends Pick<Base, 'db' | 'clock'> {
  audit: AuditService;
}

export interface SpellingMerge {
  kind: SpellingKind;
  /** The spellings to replace. */
  values: readonly string[];
  keep: string;
}

/** A rule before and after a merge. Null: there was none. */
export interface RuleChange {
  before: RuleRow | null;
  after: RuleRow | null;
}

/** The facts of a provider that have spellings. */
interface Respelled {
  genres?: string[] | undefined;
  developer?: string | null | undefined;
  publisher?: string | null | undefined;
}

export type SpellingRules = ReturnType<typeof createSpellingRules>;

export function createSpellingRules(deps: Deps) {
  const { db, audit, clock } = deps;
  return {
    async list(): Promise<SpellingRule[]> {
      const rows = await repository.listRules(deps.db);
      return rows.map(({ id, spellingKey: _, ...rule }) => ({ _id: id, ...rule }));
    },

    /** @throws AppError not_found */
    async remove(admin: { email: string }, id: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const rule = await repository.deleteRule(trx, id);
        if (!rule) throw notFound('Rule');
        const subject = `${rule.spelling} → ${rule.value}`;
        await audit.write(trx, { action: 'spelling_rule_deleted', actor: admin.email, subject });
      });
    },

    /** Adds rules for the merged spellings. Rules that led to one of them now lead to the kept one. Returns what changed. */
    async remember(trx: Trx, { kind, values, keep }: SpellingMerge): Promise<RuleChange[]> {
      const keys = new Map(values.map((spelling) => [foldText(spelling), spelling]));
      const keptKey = foldText(keep);
      const known = await repository.findRules(trx, kind, [...keys.keys(), keptKey]);
      const before = new Map(known.map((rule) => [rule.spellingKey, rule]));
      const redirected = (await repository.findRulesTo(trx, kind, values)).filter(
        ({ spellingKey }) => !keys.has(spellingKey) && spellingKey !== keptKey,
      );
      const createdAt = isoAt(clock);
      const added = [...keys].map(([spellingKey, spelling]): RuleChange => {
        const after = { id: newId(), kind, spelling, spellingKey, value: keep, createdAt };
        return { before: before.get(spellingKey) ?? null, after };
      });
      const changes: RuleChange[] = [
        ...added,
        ...redirected.map((rule) => ({ before: rule, after: { ...rule, value: keep } })),
      ];
      // A rule that replaces the kept spelling would contradict the admin's choice.
      const contrary = keys.has(keptKey) ? undefined : before.get(keptKey);
      if (contrary) changes.push({ before: contrary, after: null });
      for (const change of changes) await put(trx, change.before, change.after);
      return changes;
    },

    forget,
    respell: <Facts extends Respelled>(facts: Facts) => respell(deps.db, facts),
  };
}

/** Reverts the changes of a merge. Leaves rules that were changed since. */
async function forget(trx: Trx, changes: readonly RuleChange[]): Promise<void> {
  for (const { before, after } of changes) {
    const rule = after ?? before;
    if (!rule) continue;
    const [now] = await repository.findRules(trx, rule.kind, [rule.spellingKey]);
    if (now?.id === after?.id && now?.value === after?.value) await put(trx, after, before);
  }
}

async function put(trx: Trx, before: RuleRow | null, after: RuleRow | null): Promise<void> {
  if (after) await repository.putRule(trx, after);
  else if (before) await repository.deleteRuleFor(trx, before);
}

/** Returns the facts with the spellings that admins have chosen. */
async function respell<Facts extends Respelled>(db: Db, facts: Facts): Promise<Facts> {
  const { genres, developer, publisher } = facts;
  const genreOf = await chosenSpellings(db, 'genre', genres ?? []);
  const companies = [developer, publisher].flatMap((name) => name ?? []);
  const companyOf = await chosenSpellings(db, 'company', companies);
  return {
    ...facts,
    ...(genres && { genres: uniqueGenres(genres.map(genreOf)) }),
    ...(developer && { developer: companyOf(developer) }),
    ...(publisher && { publisher: companyOf(publisher) }),
  };
}

async function chosenSpellings(
  db: Db,
  kind: SpellingKind,
  values: readonly string[],
): Promise<(value: string) => string> {
  if (values.length === 0) return (value) => value;
  const rules = await repository.findRules(db, kind, values.slice(0, mostValues).map(foldText));
  const chosen = new Map(rules.map(({ spellingKey, value }) => [spellingKey, value]));
  return (value) => chosen.get(foldText(value)) ?? value;
}

/** A game has fewer genres. A provider's answer is untrusted. */
const mostValues = 100;

/** Removes genres that differ only in case, accents or spaces from an earlier one. */
export function uniqueGenres(genres: readonly string[]): string[] {
  const keys = genres.map(foldText);
  return genres.filter((_, at) => keys.indexOf(keys[at] ?? '') === at);
}

// Lists the spellings of genres and companies, and finds the games that have them.

const listed = 200;
const titlesNamed = 10;

export type SpellingsService = ReturnType<typeof createSpellings>;

export function createSpellings({ longReads, stamp }: { longReads: Db; stamp: Stamp }) {
  // Cached, because each letter that an admin types into the search asks for all of them again.
  const countAll = whileUnchanged(stamp, (kind: SpellingKind) => countSpellings(longReads, kind), 2);
  return {
    list: (query: { kind: SpellingKind; search: string }) => list(countAll, query),
    pagesOfGames,
    countGames: (db: Db, { kind, values }: SpellingMerge) => countGamesWith(db, kind, values),

    async preview({ kind, values, keep }: MergeBody): Promise<MergePreview> {
      const others = values.filter((value) => value !== keep);
      return {
        games: await countGamesWith(longReads, kind, others),
        titles: await listTitlesWith(longReads, kind, others, titlesNamed),
      };
    },
  };
}

async function list(
  countAll: (kind: SpellingKind) => Promise<Spelling[]>,
  { kind, search }: { kind: SpellingKind; search: string },
): Promise<Spellings> {
  const all = await countAll(kind);
  const wanted = foldText(search);
  const yieldIfDue = createYielder();
  const values: Spelling[] = [];
  let total = 0;
  for (const [at, spelling] of all.entries()) {
    if (at % 500 === 0) await yieldIfDue();
    if (!foldText(spelling.value).includes(wanted)) continue;
    total += 1;
    if (values.length < listed) values.push(spelling);
  }
  // The page shows them only above the whole list.
  const suggestions = wanted === '' ? await likelySpellings(kind, all, yieldIfDue) : [];
  return { values, total, suggestions };
}

/**
 * Yields the ids of games with one of the spellings, at most `size` at a time. The games of a page may be changed before the next
 * one is read.
 */
async function* pagesOfGames(
  trx: Trx,
  { kind, values }: SpellingMerge,
  size: number,
): AsyncGenerator<string[]> {
  for (const place of placesOf(kind)) {
    for (const value of values.toSorted()) {
      let ids: string[] = [];
      do {
        ids = await listGamesWith(trx, place, { value, after: ids.at(-1) ?? '', limit: size });
        if (ids.length > 0) yield ids;
      } while (ids.length === size);
    }
  }
}
