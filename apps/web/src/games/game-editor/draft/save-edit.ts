// Sends an edit of a game, and turns a refusal into field errors.
import { adminApi } from '@cellar/contract/admin-api.ts';
import type { EditableField } from '@cellar/contract/games/game-edit.ts';
import type { Game } from '@cellar/contract/games/games.ts';
import { errorText } from '#i18n/error-text.ts';
import { issueText } from '#i18n/issue-text.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { ApiError } from '#lib/api-error.ts';
import { checkFields, type FieldErrors } from './editor-values.ts';
import type { Edit } from './game-draft.ts';

/** Thrown instead of sending an edit that has these errors. */
export class InvalidEdit extends Error {
  readonly errors: FieldErrors;

  constructor(errors: FieldErrors) {
    super('The edit is not valid.');
    this.errors = errors;
  }
}

/**
 * Sends metadata to its own endpoint, as the specification requires. There, values from the form replace a match. Pictures and videos
 * alone do not: a game that gets a cover is still searched for.
 */
export async function sendEdit(client: ApiClient, { base, values, fields }: Edit): Promise<Game> {
  const checked = checkFields(values, fields);
  if ('errors' in checked) throw new InvalidEdit(translated(checked.errors));
  const params = { id: base._id };
  const body = { ...checked.changes, revision: base.revision };
  if (!isMetadata(fields)) return client.call(adminApi.editGame, { params, body });
  const { notices: _, ...game } = await client.call(adminApi.confirmRescrape, {
    params,
    body: { customMetadata: body },
  });
  return game;
}

const noMetadata: readonly EditableField[] = [
  'title',
  'description',
  'boxArtUrl',
  'gameplayImages',
  'videos',
];

/** Returns whether a fact has changed. */
export function isMetadata(fields: readonly EditableField[]): boolean {
  return fields.some((field) => !noMetadata.includes(field));
}

/** Returns undefined if the error is not about a field. */
export function fieldErrorsOf(error: unknown): FieldErrors | undefined {
  if (error instanceof InvalidEdit) return error.errors;
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'title_taken') return { title: errorText(error, '') };
  const issues = error.body?.issues ?? [];
  if (issues.length === 0) return undefined;
  const errors = issues.map(({ path, message }) => [path.replace(/^customMetadata\./, ''), message]);
  return translated(Object.fromEntries(errors));
}

function translated(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(errors).map(([path, message]) => [path, issueText(message)]));
}
