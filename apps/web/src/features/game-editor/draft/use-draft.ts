// The draft of one game's editor, for React. Only the editor gives it up: when its page goes without being asked (the
// session has expired), the draft waits for the same admin to come back. Used by the editor.
import type { Game } from '@cellar/contract/games.ts';
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { EditorDraft, type Kept } from './editor-draft.ts';

let left: { memberId: string; draft: Kept } | undefined;

export function useDraft(game: Game, memberId: string) {
  const [found] = useState(() =>
    left?.memberId === memberId && left.draft.base._id === game._id ? left.draft : undefined,
  );
  const [draft] = useState(() => new EditorDraft(game, found));
  useLayoutEffect(() => draft.follow(game), [draft, game]);
  useEffect(() => {
    left = undefined;
    return () => {
      const { base, values, fields } = draft.get();
      left = fields.length > 0 ? { memberId, draft: { base, values } } : undefined;
    };
  }, [draft, memberId]);
  const state = useSyncExternalStore(draft.subscribe, draft.get);
  return { draft, state, isFoundAgain: found !== undefined };
}
