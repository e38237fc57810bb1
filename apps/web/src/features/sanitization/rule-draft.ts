// The rule that is being written, and the list it would be part of. Pure.
import type { SanitizationRule } from '@cellar/contract/sanitization.ts';
import type { PreviewBody } from './sanitization.queries.ts';

export interface RuleDraft {
  /** Of the stored rule that is edited; absent for a new one. */
  _id?: string | undefined;
  find: string;
  replace: string;
  description: string;
}

export const emptyDraft: RuleDraft = { find: '', replace: '', description: '' };

/** Whether something is written that is not stored. */
export function isUnsaved(draft: RuleDraft, rules: readonly SanitizationRule[]): boolean {
  const { find, replace, description } = rules.find(({ _id }) => _id === draft._id) ?? emptyDraft;
  return draft.find !== find || draft.replace !== replace || draft.description !== description;
}

type DraftList = NonNullable<PreviewBody['rules']>;

/** The stored rules with the draft in its place: where the rule is that it changes, else at the end. */
export function withDraft(rules: SanitizationRule[], { _id, find, replace }: RuleDraft): DraftList {
  const isWritten = find !== '';
  const list: DraftList = rules.map((rule) =>
    isWritten && rule._id === _id ? { find, replace } : { _id: rule._id },
  );
  return isWritten && _id === undefined ? [...list, { find, replace }] : list;
}

/** The draft's place in the list, as `withDraft` makes it; undefined while nothing is written. */
export function draftIndex(list: DraftList): number | undefined {
  const index = list.findIndex((rule) => 'find' in rule);
  return index < 0 ? undefined : index;
}

/** As after moving the rule from one place to another, numbered from 1. */
export function moved(rules: SanitizationRule[], from: number, to: number): SanitizationRule[] {
  const rest = rules.filter((_, index) => index !== from);
  const order = [...rest.slice(0, to), ...rules.slice(from, from + 1), ...rest.slice(to)];
  return order.map((rule, index) => ({ ...rule, order: index + 1 }));
}
