// What is in the editor's fields and not saved yet, with the game as it was when the changes began. Given up by the
// editor alone: when its page goes without being asked (the session has expired), the draft waits for the same admin to
// come back. Used by the editor.
import type { EditableField } from '@cellar/contract/game-edit.ts';
import type { Game } from '@cellar/contract/games.ts';
import { useEffect, useRef, useState } from 'react';
import { changedFields, type EditorValues, mergeEdits, valuesOf } from './editor-values.ts';

interface Kept {
  base: Game;
  values: EditorValues;
}

export type Draft = ReturnType<typeof useDraft>;

let left: { memberId: string; draft: Kept } | undefined;

export function useDraft(game: Game, memberId: string) {
  const [found] = useState(() =>
    left?.memberId === memberId && left.draft.base._id === game._id ? left.draft : undefined,
  );
  const [touched, setTouched] = useState(found);
  const draft = current(touched, game);
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });
  useEffect(() => {
    left = undefined;
    return () => {
      left = changesIn(latest.current).length > 0 ? { memberId, draft: latest.current } : undefined;
    };
  }, [memberId]);
  return {
    ...draft,
    fields: changesIn(draft),
    isFoundAgain: found !== undefined,
    change(update: (values: EditorValues) => EditorValues) {
      setTouched((before) => {
        const { base, values } = current(before, game);
        return { base, values: update(values) };
      });
    },
    replace: (base: Game, values: EditorValues) => setTouched({ base, values }),
    /** `sent` is saved; what was typed meanwhile stays a change. */
    settle(saved: Game, sent: EditorValues) {
      setTouched((before) => {
        const { values } = current(before, game);
        return { base: saved, values: mergeEdits(sent, values, valuesOf(saved)) };
      });
    },
    discard() {
      latest.current = untouched(game);
      setTouched(undefined);
    },
  };
}

/** Where nothing is changed, the game as it is by now. */
function current(touched: Kept | undefined, game: Game): Kept {
  if (!touched) return untouched(game);
  const isOutdated = touched.base.revision !== game.revision && changesIn(touched).length === 0;
  return isOutdated ? untouched(game) : touched;
}

function untouched(game: Game): Kept {
  return { base: game, values: valuesOf(game) };
}

function changesIn({ base, values }: Kept): EditableField[] {
  return changedFields(values, valuesOf(base));
}
