import type { SpellingKind } from '@cellar/contract/games/bulk-changes.ts';

/** In new metadata, the spelling is replaced with the value. */
export interface SpellingRulesTable {
  id: string;
  kind: SpellingKind;
  spelling: string;
  /** `foldText` of the spelling: unique for each kind. */
  spellingKey: string;
  value: string;
  createdAt: string;
}
