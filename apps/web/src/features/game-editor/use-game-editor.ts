// The editor of one game: which part is open, what is changed, saving it, and what to do when another admin was faster.
// Used by the editor's page.
import type { EditableField } from '@cellar/contract/game-edit.ts';
import type { Game } from '@cellar/contract/games.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#ui/toast.tsx';
import { changedFields, type EditorValues, mergeEdits, valuesOf } from './editor-values.ts';
import type { GameImages } from './images.ts';
import { useConflict } from './use-conflict.ts';
import { useDraft } from './use-draft.ts';
import { useFieldErrors } from './use-field-errors.ts';
import { useMessage } from './use-message.ts';
import { isMetadata, type SaveHandlers, useSave } from './use-save.ts';

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
  const draft = useDraft(game, memberId);
  const { message, say } = useMessage();
  const [mode, setMode] = useState<EditMode>('none');
  const { errors, ...fieldErrors } = useFieldErrors();
  const { base, values, fields } = draft;

  const handlers: SaveHandlers = {
    onSaved(saved, { values: sent }) {
      draft.settle(saved, sent);
      onSaved(saved);
      fieldErrors.forgive();
      if (changedFields(values, sent).length === 0) setMode('none');
      toast.success(t('saved'), limits.messageMs);
    },
    async onConflict() {
      const theirs = await onAskAgain();
      if (theirs) conflict.meet(theirs);
      else say(t('saveFailed'), limits.messageMs);
    },
    onFieldErrors(found) {
      fieldErrors.refuse(found);
      setMode(modeOf(Object.keys(found)[0] ?? ''));
    },
    onFailed: (text, edit) => say(text, isMetadata(edit.fields) ? limits.metadataErrorMs : limits.messageMs),
  };
  const { save, isSaving } = useSave(handlers);
  const conflict = useConflict({ game, draft, save });

  return {
    ...{ game, base, values, fields, mode, errors, message, isSaving, isFoundAgain: draft.isFoundAgain },
    ...conflict,
    set<Field extends EditableField>(field: Field, value: EditorValues[Field]) {
      draft.change((now) => ({ ...now, [field]: value }));
      fieldErrors.forgiveField(field);
    },
    /** Pictures come in while other things are edited: what is changed is what they are by then. */
    changeImages: (change: (images: GameImages) => GameImages) =>
      draft.change((now) => ({ ...now, ...change(imagesOf(now)) })),
    toggle: (part: EditMode) => setMode(mode === part ? 'none' : part),
    save: () => (conflict.isBehind ? conflict.meet(game) : save({ base, values, fields })),
    /** The game as it is saved by something else of this page: what is typed and not saved stays, over it. */
    adopt(saved: Game) {
      if (fields.length > 0 && !conflict.isBehind) {
        draft.replace(saved, mergeEdits(valuesOf(base), values, valuesOf(saved)));
      }
      onSaved(saved);
      setMode('none');
    },
    discard() {
      draft.discard();
      fieldErrors.forgive();
      setMode('none');
    },
  };
}

function modeOf(path: string): EditMode {
  return path === 'title' || path === 'description' ? path : 'custom';
}

function imagesOf({ boxArtUrl, gameplayImages }: EditorValues): GameImages {
  return { boxArtUrl, gameplayImages };
}
