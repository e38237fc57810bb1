// Saves what is changed, tells what is wrong with it field by field, and notices when somebody else was faster. Used by
// the editor.
import { api } from '@cellar/contract/api.ts';
import type { BodyInputOf } from '@cellar/contract/endpoint.ts';
import type { EditableField } from '@cellar/contract/game-edit.ts';
import type { Game } from '@cellar/contract/games.ts';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText, issueText } from '#i18n/error-text.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { useApi } from '#lib/api-context.ts';
import type { ApiError } from '#lib/api-error.ts';
import { checkFields, type EditorValues, type FieldErrors } from './editor-values.ts';

export interface Edit {
  base: Game;
  values: EditorValues;
  fields: readonly EditableField[];
}

export interface SaveHandlers {
  onSaved(game: Game, edit: Edit): void;
  /** The game is not as it was when the edit began. */
  onConflict(): Promise<void>;
  onFieldErrors(errors: FieldErrors): void;
  onFailed(message: string, edit: Edit): void;
}

export function useSave({ onSaved, onConflict, onFieldErrors, onFailed }: SaveHandlers) {
  const { t } = useTranslation('gameEditor');
  const client = useApi();
  const mutation = useMutation({
    mutationFn: (edit: Edit & { body: EditBody }) => send(client, edit),
    onSuccess: onSaved,
    onError: (error: ApiError, edit) => {
      const issues = fieldErrorsOf(error);
      if (error.code === 'edit_conflict') void onConflict();
      else if (issues) onFieldErrors(issues);
      else onFailed(failureText(error, edit), edit);
    },
  });
  /** The specification's words, and where the server says more than that, the server's. */
  const failureText = (error: ApiError, { fields }: Edit) => {
    const failed = isMetadata(fields) ? t('metadataFailed') : t('saveFailed');
    return error.body && error.status < 500 ? `${failed}: ${errorText(error, '')}` : failed;
  };
  const save = (edit: Edit) => {
    if (mutation.isPending || edit.fields.length === 0) return;
    const checked = checkFields(edit.values, edit.fields);
    if ('errors' in checked) onFieldErrors(inWords(checked.errors));
    else mutation.mutate({ ...edit, body: checked.changes });
  };
  return { save, isSaving: mutation.isPending };
}

type EditBody = BodyInputOf<typeof api.editGame>;

/** Facts that are written by hand stand in place of a match; the specification has a call of its own for them. */
async function send(client: ApiClient, { base, fields, body }: Edit & { body: EditBody }): Promise<Game> {
  const params = { id: base._id };
  const { revision } = base;
  if (!isMetadata(fields)) return client.call(api.editGame, { params, body: { ...body, revision } });
  const { notices: _, ...game } = await client.call(api.confirmRescrape, {
    params,
    body: { customMetadata: { ...body, revision } },
  });
  return game;
}

/** Of the form beside title and description. */
export function isMetadata(fields: readonly EditableField[]): boolean {
  return fields.some((field) => field !== 'title' && field !== 'description');
}

function fieldErrorsOf(error: ApiError): FieldErrors | undefined {
  if (error.code === 'title_taken') return { title: errorText(error, '') };
  const issues = error.body?.issues ?? [];
  if (issues.length === 0) return undefined;
  const errors = issues.map(({ path, message }) => [path.replace(/^customMetadata\./, ''), message]);
  return inWords(Object.fromEntries(errors));
}

function inWords(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(errors).map(([path, message]) => [path, issueText(message)]));
}
