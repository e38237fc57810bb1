// The state of the game editor: the open part, the draft, its errors, and the handling of saves.

import type { EditableField } from '@cellar/contract/games/game-edit.ts';
import type { Game } from '@cellar/contract/games/games.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { use, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { ApiError } from '#lib/api-error.ts';
import { useLeaveGuard, useUnsaved } from '#lib/leave-guard-context.ts';
import { useApi } from '#lib/services-context.ts';
import { toast } from '#ui/toasts/toast.tsx';
import { useFieldNames } from '../../use-field-names.ts';
import type { GameImages } from '../images/images.ts';
import { PictureQueue } from '../images/picture-uploads.tsx';
import { DraftStoreContext } from './draft-store.ts';
import type { EditorValues, FieldErrors } from './editor-values.ts';
import { type Edit, fieldErrorsOf, GameDraft, isMetadata, type SaveResult, sendEdit } from './game-draft.ts';

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
    what: t('leave', { fields: useFieldNames()(state.fields) }),
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

/** The errors of the editor's fields since the last attempt to save. */
function useFieldErrors() {
  const [errors, setErrors] = useState<FieldErrors>({});
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) document.querySelector<HTMLElement>('#content [aria-invalid="true"]')?.focus();
  }, [refusals]);
  return {
    errors,
    /** Shows errors, and moves the focus to the first field that has one. */
    showErrors(found: FieldErrors) {
      setErrors(found);
      setRefusals((count) => count + 1);
    },
    clearErrors: () => setErrors({}),
    clearFieldError: (field: EditableField) => setErrors((known) => withoutField(known, field)),
  };
}

function withoutField(errors: FieldErrors, field: EditableField): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([path]) => path.split('.')[0] !== field));
}

interface SaveHandlers {
  onReload(): Promise<Game | undefined>;
  onSaved(game: Game): void;
  /** Called when the server has every change that was in the draft when the save began. */
  onDone(): void;
  onInvalid(errors: FieldErrors): void;
}

/** Saves the draft, shows the result, and opens the comparison if another admin has saved the game. */
function useSave(draft: GameDraft, handlers: SaveHandlers) {
  const { t } = useTranslation('gameEditor');
  const client = useApi();
  const [isComparing, setComparing] = useState(false);
  const { message, showMessage } = useMessage();

  const showFailure = (error: unknown, { fields }: Edit) => {
    const found = fieldErrorsOf(error);
    if (found) return handlers.onInvalid(found);
    const [text, shownMs] = isMetadata(fields)
      ? (['metadataFailed', limits.metadataErrorMs] as const)
      : (['saveFailed', limits.messageMs] as const);
    const why = reasonOf(error);
    showMessage(why ? t(`${text}Why`, { why }) : t(text), shownMs);
  };
  const showResult = (result: SaveResult) => {
    if (result.kind === 'conflict') return setComparing(true);
    if (result.kind === 'failed') return showFailure(result.error, result.edit);
    if (result.kind === 'skipped') return;
    if (result.kind === 'saved') handlers.onSaved(result.game);
    handlers.onDone();
    toast.success(t('saved'), limits.messageMs);
  };
  const send = async () => {
    const deps = {
      send: (edit: Edit) => sendEdit(client, edit),
      isConflict,
      reload: handlers.onReload,
    };
    showResult(await draft.save(deps));
  };
  const resolve = (theirFields: readonly EditableField[]) => {
    draft.resolve(draft.get().game, theirFields);
    setComparing(false);
    if (draft.get().fields.length > 0) void send();
    else toast.info(t(theirFields.length > 0 ? 'conflict.theirsHolds' : 'saved'));
  };
  return {
    message,
    isComparing,
    resolve,
    compare: () => setComparing(true),
    stopComparing: () => setComparing(false),
    save() {
      if (draft.get().isBehind) setComparing(true);
      else void send();
    },
  };
}

/** Holds a message that disappears after `shownMs`. */
function useMessage() {
  const [message, setMessage] = useState<{ text: string; shownMs: number }>();
  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => setMessage(undefined), message.shownMs);
    return () => clearTimeout(timer);
  }, [message]);
  return {
    message: message?.text,
    showMessage: (text: string, shownMs: number) => setMessage({ text, shownMs }),
  };
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'edit_conflict';
}

/** Returns the server's reason for a refusal, unless it is a conflict or a server error. */
function reasonOf(error: unknown): string | undefined {
  const hasReason = error instanceof ApiError && error.body && error.status < 500 && !isConflict(error);
  return hasReason ? errorText(error, '') : undefined;
}
