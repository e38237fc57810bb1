// The editor of one game: which part is open, what is changed, saving it, and what to do when another admin was faster.
// Used by the editor's page.
import type { EditableField } from '@cellar/contract/game-edit.ts';
import type { Game } from '@cellar/contract/games.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsaved } from '#lib/leave-guard-context.ts';
import type { GameImages } from '../images/images.ts';
import type { EditorValues } from './editor-values.ts';
import { useDraft } from './use-draft.ts';
import { useFieldErrors } from './use-field-errors.ts';
import { useFieldNames } from './use-field-names.ts';
import { useMessage } from './use-message.ts';
import { useSave } from './use-save.ts';

/** `metadata` is what the providers know of the game, `custom` the form of all metadata. */
export type EditMode = 'none' | 'title' | 'description' | 'metadata' | 'custom';

export interface GameEditorOptions {
  game: Game;
  /** Whose draft it is. */
  memberId: string;
  onSaved(game: Game): void;
  /** The game as it is by now; undefined where it can't be had. */
  onAskAgain(): Promise<Game | undefined>;
}

export type GameEditor = ReturnType<typeof useGameEditor>;

export function useGameEditor({ game, memberId, onSaved, onAskAgain }: GameEditorOptions) {
  const { t } = useTranslation('gameEditor');
  const { draft, state, isFoundAgain } = useDraft(game, memberId);
  const { message, say } = useMessage();
  const [mode, setMode] = useState<EditMode>('none');
  const { errors, ...fieldErrors } = useFieldErrors();
  const saving = useSave(draft, {
    onAskAgain,
    onSaved,
    onDone() {
      fieldErrors.forgive();
      // What was typed meanwhile is edited on.
      if (draft.get().fields.length === 0) setMode('none');
    },
    onInvalid(found) {
      fieldErrors.refuse(found);
      setMode(modeOf(Object.keys(found)[0] ?? ''));
    },
    onFailed: say,
  });
  const { isComparing, ...ways } = saving;
  const discard = () => {
    draft.discard();
    fieldErrors.forgive();
    setMode('none');
  };
  useUnsaved({
    isUnsaved: state.fields.length > 0,
    what: t('leave', { fields: useFieldNames(state.fields) }),
    giveUp: discard,
  });
  return {
    ...{ ...state, ...ways, mode, errors, message, isFoundAgain },
    isComparing: isComparing && state.isBehind,
    set<Field extends EditableField>(field: Field, value: EditorValues[Field]) {
      draft.change((now) => ({ ...now, [field]: value }));
      fieldErrors.forgiveField(field);
    },
    /** Pictures come in while other things are edited: what is changed is what they are by then. */
    changeImages: (change: (images: GameImages) => GameImages) =>
      draft.change((now) => ({ ...now, ...change(imagesOf(now)) })),
    toggle: (part: EditMode) => setMode(mode === part ? 'none' : part),
    /** The game as it is saved by something else of this page. */
    adopt(saved: Game) {
      draft.rebase(saved);
      onSaved(saved);
      // Another part may have been opened in the meantime.
      setMode((now) => (now === 'metadata' ? 'none' : now));
    },
    discard,
  };
}

function modeOf(path: string): EditMode {
  return path === 'title' || path === 'description' ? path : 'custom';
}

function imagesOf({ boxArtUrl, gameplayImages }: EditorValues): GameImages {
  return { boxArtUrl, gameplayImages };
}
