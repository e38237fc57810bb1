// The state of the game editor: the open part, the draft, its errors, and the handling of saves.
import type { EditableField } from '@cellar/contract/games/game-edit.ts';
import type { Game } from '@cellar/contract/games/games.ts';
import { use, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeaveGuard, useUnsaved } from '#lib/leave-guard-context.ts';
import type { GameImages } from '../images/images.ts';
import { PictureQueue } from '../images/picture-queue.ts';
import { DraftStoreContext } from './draft-store.ts';
import type { EditorValues } from './editor-values.ts';
import { GameDraft } from './game-draft.ts';
import { useFieldErrors } from './use-field-errors.ts';
import { useSave } from './use-save.ts';

/** `metadata` is the search for a match, and `custom` is the form with all metadata. */
export type EditMode = 'none' | 'title' | 'description' | 'metadata' | 'custom';

export interface GameEditorOptions {
  game: Game;
  /** The admin the draft belongs to. */
  memberId: string;
  onSaved(game: Game): void;
  /** Loads the current game; undefined if that fails. */
  onReload(): Promise<Game | undefined>;
}

export type GameEditor = ReturnType<typeof useGameEditor>;

export function useGameEditor({ game, memberId, onSaved, onReload }: GameEditorOptions) {
  const { t } = useTranslation('gameEditor');
  const { draft, state, isRestored } = useDraft(game, memberId);
  const [mode, setMode] = useState<EditMode>('none');
  const guard = useLeaveGuard();
  const [pictures] = useState(() => new PictureQueue(guard));
  const { errors, showErrors, clearErrors, clearFieldError } = useFieldErrors();
  const { isComparing, ...saving } = useSave(draft, {
    onReload,
    onSaved,
    onDone() {
      clearErrors();
      // Keeps the part open if the user typed during the save.
      if (draft.get().fields.length === 0) setMode('none');
    },
    onInvalid(found) {
      showErrors(found);
      setMode(modeOf(Object.keys(found)[0] ?? ''));
    },
  });
  const discard = () => {
    // Pictures on their way would arrive in the discarded draft. If nothing has changed, the form is only closed.
    if (draft.get().fields.length > 0) pictures.clear();
    draft.discard();
    clearErrors();
    setMode('none');
  };
  useUnsaved({
    isUnsaved: state.fields.length > 0,
    what: t('leave', { fields: useFieldNames(state.fields) }),
    giveUp: discard,
  });
  return {
    ...state,
    ...saving,
    mode,
    pictures,
    errors,
    isRestored,
    isComparing: isComparing && state.isBehind,
    set<Field extends EditableField>(field: Field, value: EditorValues[Field]) {
      draft.change((now) => ({ ...now, [field]: value }));
      clearFieldError(field);
    },
    /** Changes the draft's current images. Uploads may end while other fields are being edited. */
    changeImages: (change: (images: GameImages) => GameImages) =>
      draft.change((now) => ({ ...now, ...change(imagesOf(now)) })),
    toggle: (part: EditMode) => setMode(mode === part ? 'none' : part),
    /** Switches to a version of the game that another part of this page saved. */
    adopt(saved: Game) {
      draft.rebase(saved);
      onSaved(saved);
      // Another part may have been opened in the meantime.
      setMode((now) => (now === 'metadata' ? 'none' : now));
    },
    discard,
  };
}

/** Returns the names of the fields as one list, for example "Title and Genres". */
export function useFieldNames(fields: readonly EditableField[]): string {
  const { t, i18n } = useTranslation('gameEditor');
  return new Intl.ListFormat(i18n.language).format(fields.map((field) => t(`fields.${field}`)));
}

function useDraft(game: Game, memberId: string) {
  const drafts = use(DraftStoreContext);
  if (!drafts) throw new Error('DraftStoreContext is missing above this component');
  const [stored] = useState(() => drafts.find(game, memberId));
  const [draft] = useState(() => new GameDraft(game, stored));
  useLayoutEffect(() => draft.follow(game), [draft, game]);
  useEffect(() => {
    drafts.clear();
    return () => drafts.store(draft, memberId);
  }, [drafts, draft, memberId]);
  return {
    draft,
    state: useSyncExternalStore(draft.subscribe, draft.get),
    isRestored: stored !== undefined,
  };
}

function modeOf(path: string): EditMode {
  return path === 'title' || path === 'description' ? path : 'custom';
}

function imagesOf({ boxArtUrl, gameplayImages }: EditorValues): GameImages {
  return { boxArtUrl, gameplayImages };
}
