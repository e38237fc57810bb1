// The rule that is being edited, and its position in the list.
import type { SanitizationRule } from '@cellar/contract/games/sanitization.ts';
import type { DraftList } from './sanitization.queries.ts';

export interface RuleDraft {
  /** The id of the stored rule; absent for a new rule. */
  _id?: string | undefined;
  find: string;
  replace: string;
  description: string;
}

export const emptyDraft: RuleDraft = { find: '', replace: '', description: '' };

export function hasUnsavedChanges(draft: RuleDraft, rules: readonly SanitizationRule[]): boolean {
  const { find, replace, description } = rules.find(({ _id }) => _id === draft._id) ?? emptyDraft;
  return draft.find !== find || draft.replace !== replace || draft.description !== description;
}

/** Returns the rules with the draft: in place of the rule that it changes, or at the end if it is new. */
export function withDraft(rules: SanitizationRule[], { _id, find, replace }: RuleDraft): DraftList {
  const hasPattern = find !== '';
  const list: DraftList = rules.map((rule) =>
    hasPattern && rule._id === _id ? { find, replace } : { _id: rule._id },
  );
  return hasPattern && _id === undefined ? [...list, { find, replace }] : list;
}

/** Returns the draft's index in a list created by `withDraft`, or undefined while its pattern is empty. */
export function draftIndex(list: DraftList): number | undefined {
  const index = list.findIndex((rule) => 'find' in rule);
  return index < 0 ? undefined : index;
}

/** Returns the rules, renumbered from 1, after one was moved to another index. */
export function moveRule(rules: SanitizationRule[], from: number, to: number): SanitizationRule[] {
  const rest = rules.filter((_, index) => index !== from);
  const order = [...rest.slice(0, to), ...rules.slice(from, from + 1), ...rest.slice(to)];
  return order.map((rule, index) => ({ ...rule, order: index + 1 }));
}
