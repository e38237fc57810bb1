// Sanitization rules: kept in order, applied to titles, tried out before they are kept.
import { limits } from '@cellar/contract/rules/limits.ts';
import type { RuleEffect, SanitizationRule } from '@cellar/contract/sanitization.ts';
import pLimit from 'p-limit';
import type { Db, Trx } from '#db/schema.ts';
import type { AuditAction, AuditService } from '#features/audit/audit.service.ts';
import { AppError, notFound } from '#http/errors.ts';
import { createBreather } from '#platform/breather.ts';
import { newId } from '#platform/tokens.ts';
import { dryRun } from './dry-run.ts';
import { compilePattern, isProblem } from './patterns.ts';
import * as repository from './sanitization.repository.ts';
import { type CompiledRule, compileRules, type SanitizedTitle, sanitizeTitle } from './sanitizer.ts';

interface NewRule extends RuleEffect {
  description: string;
}

interface Draft {
  /** Stored rules by their id. Absent: all that are stored. */
  rules?: ({ _id: string } | RuleEffect)[] | undefined;
  titles: string[];
  library?: { page: number; limit: number } | undefined;
}

interface Admin {
  email: string;
}

/** 100,000 titles take some 4 seconds by the example rules. */
const dryRunMs = 8000;
const dryRunsAtOnce = 2;
const most = limits.sanitizationRules;

export type SanitizationService = ReturnType<typeof createSanitizationService>;

export function createSanitizationService({ db, audit }: { db: Db; audit: AuditService }) {
  const oneOfFew = pLimit(dryRunsAtOnce);

  const list = async (): Promise<SanitizationRule[]> => (await repository.listRules(db)).map(present);

  /** One at a time: what `work` is given are the rules as they are now. Its text goes into the audit log. */
  async function alter<T>(
    { email: actor }: Admin,
    action: AuditAction,
    work: (trx: Trx, rules: repository.RuleRow[]) => Promise<{ value: T; subject?: string }>,
  ): Promise<T> {
    return db.transaction().execute(async (trx) => {
      const { value, subject } = await work(trx, await repository.holdRules(trx));
      await audit.write(trx, { action, actor, subject });
      return value;
    });
  }

  return {
    list,

    /** After the others. @throws AppError validation_failed, too_many_rules */
    async add(admin: Admin, wanted: NewRule): Promise<SanitizationRule> {
      refuseBadPattern(wanted.find);
      return alter(admin, 'rule_added', async (trx, rules) => {
        if (rules.length >= most) throw tooMany();
        let last = rules.at(-1)?.order ?? 0;
        if (last >= most) last = await renumber(trx, rules);
        const row = { id: newId(), ...wanted, order: last + 1 };
        await repository.insertRule(trx, row);
        return { value: present(row), subject: row.description };
      });
    },

    /** @throws AppError validation_failed, not_found */
    async change(admin: Admin, id: string, wanted: NewRule): Promise<SanitizationRule> {
      refuseBadPattern(wanted.find);
      return alter(admin, 'rule_changed', async (trx, rules) => {
        const row = { ...get(rules, id), ...wanted };
        await repository.updateRule(trx, id, wanted);
        return { value: present(row), subject: row.description };
      });
    },

    /** @throws AppError not_found */
    async remove(admin: Admin, id: string): Promise<void> {
      await alter(admin, 'rule_deleted', async (trx, rules) => {
        const { description } = get(rules, id);
        await repository.deleteRule(trx, id);
        await renumber(
          trx,
          rules.filter((rule) => rule.id !== id),
        );
        return { value: undefined, subject: description };
      });
    },

    /** Those that are not named keep theirs; of two in one place that which was first stays first. @throws AppError not_found */
    async reorder(admin: Admin, wanted: { _id: string; order: number }[]): Promise<SanitizationRule[]> {
      return alter(admin, 'rules_reordered', async (trx, rules) => {
        const places = new Map(wanted.map(({ _id, order }) => [get(rules, _id).id, order]));
        const placed = rules
          .map((rule) => ({ ...rule, order: places.get(rule.id) ?? rule.order }))
          .toSorted((a, b) => a.order - b.order);
        const hasTies = new Set(placed.map(({ order }) => order)).size < placed.length;
        for (const [index, rule] of placed.entries()) {
          if (hasTies) rule.order = index + 1;
          await repository.updateRule(trx, rule.id, { order: rule.order });
        }
        return { value: placed.map(present) };
      });
    },

    /** What becomes of a file name, and by which rules. */
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

    /** Changes nothing. `isGone` says that nobody waits for it any more. */
    async preview(draft: Draft, isGone: () => boolean) {
      const { rules, problems } = await compileRules(effectsOf(draft, await list()));
      const { library } = draft;
      const titles = await sanitizeAll(rules, draft.titles);
      if (!library) return { problems, titles };
      const totalGames = await repository.countGames(db);
      const outcome = await oneOfFew(() => dryRun(db, rules, { ...library, budgetMs: dryRunMs, isGone }));
      return { problems, titles, library: { ...outcome, totalGames } };
    },
  };
}

async function sanitizeAll(rules: CompiledRule[], texts: string[]): Promise<SanitizedTitle[]> {
  const breathe = createBreather();
  const titles: SanitizedTitle[] = [];
  for (const text of texts) {
    titles.push(sanitizeTitle(rules, text));
    await breathe();
  }
  return titles;
}

/** Undefined for a stored rule that is gone. */
function effectsOf({ rules }: Draft, stored: SanitizationRule[]): (RuleEffect | undefined)[] {
  if (!rules) return stored;
  return rules.map((rule) => ('_id' in rule ? stored.find(({ _id }) => _id === rule._id) : rule));
}

/** From 1 without gaps. Gives the last number. */
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
  return new AppError('too_many_rules', `There can be ${most} rules at most. Delete one first.`);
}

function present({ id, ...rule }: repository.RuleRow): SanitizationRule {
  return { _id: id, ...rule };
}
