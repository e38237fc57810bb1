// Saves the draft, shows the result, and opens the comparison if another admin has saved the game.
import type { EditableField } from '@cellar/contract/games/game-edit.ts';
import type { Game } from '@cellar/contract/games/games.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import { ApiError } from '#lib/api-error.ts';
import { toast } from '#ui/toasts/toast.tsx';
import type { FieldErrors } from './editor-values.ts';
import type { Edit, GameDraft, SaveResult } from './game-draft.ts';
import { fieldErrorsOf, isMetadata, sendEdit } from './save-edit.ts';

export interface SaveHandlers {
  onReload(): Promise<Game | undefined>;
  onSaved(game: Game): void;
  /** Called when the server has every change that was in the draft when the save began. */
  onDone(): void;
  onInvalid(errors: FieldErrors): void;
}

export function useSave(draft: GameDraft, handlers: SaveHandlers) {
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
