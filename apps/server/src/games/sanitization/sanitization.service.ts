// Sanitization rules: editing, ordering, applying to titles, and previewing.

import type { AuditAction } from '@cellar/contract/admin/audit.endpoints.ts';
import { exampleRules } from '@cellar/contract/games/rules/sanitization-rules.ts';
import type {
  LibraryPreview,
  RuleContent,
  RuleEffect,
  RulePosition,
  RulesDraft,
  SanitizationRule,
} from '@cellar/contract/games/sanitization.endpoints.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import pLimit from 'p-limit';
import type { AuditService } from '#admin/audit.service.ts';
import type { Db, Trx } from '#db/schema.ts';
import { AppError, notFound } from '#http/errors.ts';
import { createYielder } from '#platform/event-loop.ts';
import { pageCount } from '#platform/page-count.ts';
import { newId } from '#platform/tokens.ts';
import * as repository from './sanitization.repository.ts';
import { listTitles, type TitleRow } from './sanitization.repository.ts';
import {
  type CompiledRule,
  compilePattern,
  compileRules,
  isProblem,
  type SanitizedTitle,
  sanitizeTitle,
} from './sanitizer.ts';

interface Admin {
  email: string;
}

interface Deps {
  db: Db;
  audit: AuditService;
}

/** The example rules take about 4 seconds for 100,000 titles. */
const dryRunMs = 8000;
const maxDryRuns = 2;
const maxRules = limits.sanitizationRules;

export type SanitizationService = ReturnType<typeof createSanitizationService>;

export function createSanitizationService(deps: Deps) {
  const { db } = deps;
  const limitDryRuns = pLimit(maxDryRuns);
  const list = () => listRules(db);

  return {
    list,
    add: (admin: Admin, rule: RuleContent) => add(deps, admin, rule),
    change: (admin: Admin, id: string, changes: RuleContent) => change(deps, admin, id, changes),
    remove: (admin: Admin, id: string) => remove(deps, admin, id),

    /**
     * Changes the order. Rules that are not in `positions` keep their number. Of two rules with the same number, the earlier one
     * stays first. @throws AppError not_found
     */
    reorder: (admin: Admin, positions: RulePosition[]): Promise<SanitizationRule[]> =>
      edit(deps, admin, 'rules_reordered', async (trx, rules) => {
        const sorted = sortByPosition(rules, positions);
        for (const { id, order } of sorted) await repository.updateRule(trx, id, { order });
        return { value: sorted.map(present) };
      }),

    /** Replaces all rules with those of a new library. */
    reset: (admin: Admin): Promise<SanitizationRule[]> =>
      edit(deps, admin, 'rules_reset', async (trx, rules) => {
        for (const { id } of rules) await repository.deleteRule(trx, id);
        const rows = exampleRules
          .filter(({ isDefault }) => isDefault)
          .map(({ find, replace, description }, index) => ({
            id: newId(),
            find,
            replace,
            description,
            order: index + 1,
          }));
        for (const row of rows) await repository.insertRule(trx, row);
        return { value: rows.map(present) };
      }),

    /** Returns the title for a file name, and the steps of the rules that changed it. */
    async sanitize(text: string) {
      const stored = await list();
      const { rules } = await compileRules(stored);
      const { steps, ...outcome } = sanitizeTitle(rules, text);
      const named = steps.flatMap(({ index, result }) => {
        const rule = stored[index];
        return rule ? [{ _id: rule._id, description: rule.description, result }] : [];
      });
      return { ...outcome, steps: named };
    },

    /** Returns a function that makes titles by the rules of this moment, and a key that changes with the rules. */
    async titleMaker(): Promise<{ makeTitle(text: string): string; key: string }> {
      const stored = await list();
      const { rules } = await compileRules(stored);
      return { makeTitle: (text) => sanitizeTitle(rules, text).sanitizedTitle, key: JSON.stringify(stored) };
    },

    /** Applies draft rules without storing anything. `isGone`: returns true once the client has disconnected. */
    async preview(draft: RulesDraft, isGone: () => boolean) {
      const { rules, problems } = await compileRules(effectsOf(draft, await list()));
      const { library } = draft;
      const titles = await sanitizeAll(rules, draft.titles);
      if (!library) return { problems, titles };
      const totalGames = await repository.countGames(db);
      const outcome = await limitDryRuns(() => dryRun(db, rules, { ...library, budgetMs: dryRunMs, isGone }));
      return { problems, titles, library: { ...outcome, totalGames } };
    },
  };
}

async function listRules(db: Db): Promise<SanitizationRule[]> {
  return (await repository.listRules(db)).map(present);
}

/** Changes the rules in a transaction that locks them. `subject` is written to the audit log. */
function edit<T>(
  { db, audit }: Deps,
  { email: actor }: Admin,
  action: AuditAction,
  work: (trx: Trx, rules: repository.RuleRow[]) => Promise<{ value: T; subject?: string }>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const { value, subject } = await work(trx, await repository.lockRules(trx));
    await audit.write(trx, { action, actor, subject });
    return value;
  });
}

/** Adds a rule after the others. @throws AppError validation_failed, too_many_rules */
async function add(deps: Deps, admin: Admin, rule: RuleContent): Promise<SanitizationRule> {
  refuseBadPattern(rule.find);
  return edit(deps, admin, 'rule_added', async (trx, rules) => {
    if (rules.length >= maxRules) throw tooMany();
    let last = rules.at(-1)?.order ?? 0;
    if (last >= maxRules) last = await renumber(trx, rules);
    const row = { id: newId(), ...rule, order: last + 1 };
    await repository.insertRule(trx, row);
    return { value: present(row), subject: row.description };
  });
}

/** @throws AppError validation_failed, not_found */
async function change(deps: Deps, admin: Admin, id: string, changes: RuleContent): Promise<SanitizationRule> {
  refuseBadPattern(changes.find);
  return edit(deps, admin, 'rule_changed', async (trx, rules) => {
    const row = { ...get(rules, id), ...changes };
    await repository.updateRule(trx, id, changes);
    return { value: present(row), subject: row.description };
  });
}

/** @throws AppError not_found */
function remove(deps: Deps, admin: Admin, id: string): Promise<void> {
  return edit(deps, admin, 'rule_deleted', async (trx, rules) => {
    const { description } = get(rules, id);
    await repository.deleteRule(trx, id);
    const others = rules.filter((rule) => rule.id !== id);
    await renumber(trx, others);
    return { value: undefined, subject: description };
  });
}

async function sanitizeAll(rules: CompiledRule[], texts: string[]): Promise<SanitizedTitle[]> {
  const yieldIfDue = createYielder();
  const titles: SanitizedTitle[] = [];
  for (const text of texts) {
    titles.push(sanitizeTitle(rules, text));
    await yieldIfDue();
  }
  return titles;
}

/** Returns undefined in place of a rule that was deleted in the meantime. */
function effectsOf({ rules }: RulesDraft, stored: SanitizationRule[]): (RuleEffect | undefined)[] {
  if (!rules) return stored;
  return rules.map((rule) => ('_id' in rule ? stored.find(({ _id }) => _id === rule._id) : rule));
}

function sortByPosition(rules: repository.RuleRow[], positions: RulePosition[]): repository.RuleRow[] {
  const orders = new Map(positions.map(({ _id, order }) => [get(rules, _id).id, order]));
  const sorted = rules
    .map((rule) => ({ ...rule, order: orders.get(rule.id) ?? rule.order }))
    .toSorted((a, b) => a.order - b.order);
  const hasTies = new Set(sorted.map(({ order }) => order)).size < sorted.length;
  return hasTies ? sorted.map((rule, index) => ({ ...rule, order: index + 1 })) : sorted;
}

/** Numbers the rules from 1 without gaps. Returns the last number. */
async function renumber(trx: Trx, rules: repository.RuleRow[]): Promise<number> {
  for (const [index, { id, order }] of rules.entries()) {
    if (order !== index + 1) await repository.updateRule(trx, id, { order: index + 1 });
  }
  return rules.length;
}

function get(rules: repository.RuleRow[], id: string): repository.RuleRow {
  const rule = rules.find((one) => one.id === id);
  if (!rule) throw notFound('Rule');
  return rule;
}

function refuseBadPattern(find: string): void {
  const result = compilePattern(find);
  if (!isProblem(result)) return;
  const { message } = result;
  throw new AppError('validation_failed', `find: ${message}`, { issues: [{ path: 'find', message }] });
}

function tooMany(): AppError {
  return new AppError('too_many_rules', `There can be ${maxRules} rules at most. Delete one first.`);
}

function present({ id, ...rule }: repository.RuleRow): SanitizationRule {
  return { _id: id, ...rule };
}

interface DryRun {
  page: number;
  limit: number;
  /** Titles that cannot be checked within this time are skipped. */
  budgetMs: number;
  /** Returns true once the client has disconnected. */
  isGone(): boolean;
}

const batchSize = 1000;
/** Rules that are too slow for this many titles are too slow for the others as well. */
const maxSlowTitles = 50;

/** Applies rules to all titles of the library without changing them. Limited in time, and yields to other requests. */
async function dryRun(
  db: Db,
  rules: CompiledRule[],
  { page, limit, budgetMs, isGone }: DryRun,
): Promise<Omit<LibraryPreview, 'totalGames'>> {
  const deadline = performance.now() + budgetMs;
  const isOver = () => performance.now() > deadline || isGone();
  const yieldIfDue = createYielder();
  const changes: LibraryPreview['changes'] = [];
  const [first, last] = [(page - 1) * limit, page * limit];
  let totalChanges = 0;
  let checkedGames = 0;
  let slowTitles = 0;
  let isComplete = true;
  for await (const { id, title } of titles(db)) {
    if (isOver() || slowTitles >= maxSlowTitles) {
      isComplete = false;
      break;
    }
    const { sanitizedTitle, isTooSlow } = sanitizeTitle(rules, title);
    checkedGames += 1;
    if (isTooSlow) slowTitles += 1;
    if (sanitizedTitle !== title) {
      if (totalChanges >= first && totalChanges < last) changes.push({ _id: id, title, sanitizedTitle });
      totalChanges += 1;
    }
    await yieldIfDue();
  }
  const totalPages = pageCount(totalChanges, limit);
  return { changes, totalChanges, checkedGames, isComplete, currentPage: page, totalPages };
}

/** Yields all titles in the order of the catalogue, read in batches. */
async function* titles(db: Db): AsyncGenerator<TitleRow> {
  let after: TitleRow | undefined;
  for (;;) {
    const batch = await listTitles(db, batchSize, after);
    yield* batch;
    after = batch.at(-1);
    if (batch.length < batchSize) return;
  }
}
