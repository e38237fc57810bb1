import type { SpellingKind } from '@cellar/contract/bulk-changes.ts';

/** Metadata that brings the spelling gets the value instead. */
export interface SpellingRulesTable {
  id: string;
  kind: SpellingKind;
  spelling: string;
  /** `foldText` of the spelling: unique for each kind. */
  spellingKey: string;
  value: string;
  createdAt: string;
}
