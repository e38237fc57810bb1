// When another admin has saved the same game meanwhile: both edits side by side, and one of them out of both. Used by the
// editor.
import type { EditableField } from '@cellar/contract/game-edit.ts';
import type { Game } from '@cellar/contract/games.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#ui/toast.tsx';
import { changedFields, compareEdits, mergeEdits, valuesOf } from './editor-values.ts';
import type { Draft } from './use-draft.ts';
import type { Edit } from './use-save.ts';

export interface ConflictOptions {
  /** As the server has it. */
  game: Game;
  draft: Draft;
  save(edit: Edit): void;
}

export function useConflict({ game, draft, save }: ConflictOptions) {
  const { t } = useTranslation('gameEditor');
  const [isOpen, setOpen] = useState(false);
  const { base, values, fields } = draft;
  const isBehind = fields.length > 0 && base.revision !== game.revision;

  const resolve = (theirs: Game, givenUp: readonly EditableField[]) => {
    const merged = mergeEdits(valuesOf(base), values, valuesOf(theirs), givenUp);
    const left = changedFields(merged, valuesOf(theirs));
    draft.replace(theirs, merged);
    setOpen(false);
    if (left.length > 0) save({ base: theirs, values: merged, fields: left });
    else toast.info(t(givenUp.length > 0 ? 'conflict.theirsHolds' : 'saved'));
  };
  return {
    /** It is known that somebody was faster. */
    isBehind,
    isComparing: isOpen && isBehind,
    /** Where the edits do not touch at all (the answer to our own was lost), nothing is asked. */
    meet(theirs: Game) {
      const { clashes, onlyTheirs } = compareEdits(valuesOf(base), values, valuesOf(theirs));
      if (clashes.length + onlyTheirs.length > 0) setOpen(true);
      else resolve(theirs, []);
    },
    compare: () => setOpen(true),
    stopComparing: () => setOpen(false),
    resolve: (givenUp: readonly EditableField[]) => resolve(game, givenUp),
  };
}
