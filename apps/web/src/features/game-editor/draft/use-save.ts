// Saves the draft, says how that went, and opens the comparison when another admin was faster. Used by the editor.
import type { EditableField } from '@cellar/contract/game-edit.ts';
import type { Game } from '@cellar/contract/games.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import { ApiError } from '#lib/api-error.ts';
import { toast } from '#ui/toasts/toast.tsx';
import type { Edit, EditorDraft, Outcome } from './editor-draft.ts';
import type { FieldErrors } from './editor-values.ts';
import { fieldErrorsOf, isMetadata, sendEdit } from './save-edit.ts';

export interface SaveHandlers {
  onAskAgain(): Promise<Game | undefined>;
  onSaved(game: Game): void;
  /** The game is as the edit wants it. */
  onDone(): void;
  onInvalid(errors: FieldErrors): void;
  onFailed(message: string, shownMs: number): void;
}

export function useSave(draft: EditorDraft, handlers: SaveHandlers) {
  const { t } = useTranslation('gameEditor');
  const client = useApi();
  const [isComparing, setComparing] = useState(false);

  const fail = (error: unknown, { fields }: Edit) => {
    const found = fieldErrorsOf(error);
    if (found) return handlers.onInvalid(found);
    const ofMetadata = isMetadata(fields);
    const failed = ofMetadata ? 'metadataFailed' : 'saveFailed';
    const why = reasonOf(error);
    handlers.onFailed(
      why ? t(`${failed}Why`, { why }) : t(failed),
      ofMetadata ? limits.metadataErrorMs : limits.messageMs,
    );
  };
  const settle = (outcome: Outcome) => {
    if (outcome.kind === 'clash') return setComparing(true);
    if (outcome.kind === 'failed') return fail(outcome.error, outcome.edit);
    if (outcome.kind === 'nothing') return;
    if (outcome.kind === 'saved') handlers.onSaved(outcome.game);
    handlers.onDone();
    toast.success(t('saved'), limits.messageMs);
  };
  const send = async () => {
    const deps = {
      send: (edit: Edit) => sendEdit(client, edit),
      isConflict,
      askAgain: handlers.onAskAgain,
    };
    settle(await draft.save(deps));
  };
  const resolve = (givenUp: readonly EditableField[]) => {
    draft.resolve(draft.get().game, givenUp);
    setComparing(false);
    if (draft.get().fields.length > 0) void send();
    else toast.info(t(givenUp.length > 0 ? 'conflict.theirsHolds' : 'saved'));
  };
  return {
    isComparing,
    resolve,
    compare: () => setComparing(true),
    stopComparing: () => setComparing(false),
    save() {
      const { game, isBehind } = draft.get();
      if (!isBehind) void send();
      else if (draft.hasClash(game)) setComparing(true);
      else resolve([]);
    },
  };
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'edit_conflict';
}

/** What the server says beyond the specification's words. */
function reasonOf(error: unknown): string | undefined {
  const says = error instanceof ApiError && error.body && error.status < 500 && !isConflict(error);
  return says ? errorText(error, '') : undefined;
}
