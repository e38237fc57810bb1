// Sends an edit of a game, and puts into words why it was refused. Used by the editor.
import { api } from '@cellar/contract/api.ts';
import type { EditableField } from '@cellar/contract/game-edit.ts';
import type { Game } from '@cellar/contract/games.ts';
import { errorText, issueText } from '#i18n/error-text.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { ApiError } from '#lib/api-error.ts';
import type { Edit } from './editor-draft.ts';
import { checkFields, type FieldErrors } from './editor-values.ts';

/** Was not sent: this is wrong with it. */
export class InvalidEdit extends Error {
  readonly errors: FieldErrors;

  constructor(errors: FieldErrors) {
    super('The edit is not valid.');
    this.errors = errors;
  }
}

/** Facts that are written by hand stand in place of a match; the specification has a call of its own for them. */
export async function sendEdit(client: ApiClient, { base, values, fields }: Edit): Promise<Game> {
  const checked = checkFields(values, fields);
  if ('errors' in checked) throw new InvalidEdit(inWords(checked.errors));
  const params = { id: base._id };
  const body = { ...checked.changes, revision: base.revision };
  if (!isMetadata(fields)) return client.call(api.editGame, { params, body });
  const { notices: _, ...game } = await client.call(api.confirmRescrape, {
    params,
    body: { customMetadata: body },
  });
  return game;
}

/** Of the form beside title and description. */
export function isMetadata(fields: readonly EditableField[]): boolean {
  return fields.some((field) => field !== 'title' && field !== 'description');
}

/** Undefined where no field is to blame. */
export function fieldErrorsOf(error: unknown): FieldErrors | undefined {
  if (error instanceof InvalidEdit) return error.errors;
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'title_taken') return { title: errorText(error, '') };
  const issues = error.body?.issues ?? [];
  if (issues.length === 0) return undefined;
  const errors = issues.map(({ path, message }) => [path.replace(/^customMetadata\./, ''), message]);
  return inWords(Object.fromEntries(errors));
}

function inWords(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(errors).map(([path, message]) => [path, issueText(message)]));
}
