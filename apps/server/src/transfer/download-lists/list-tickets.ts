// The tickets in a list of downloads. They have no rows: a ticket is the list's id, a dot and a signature of the file. So a list of
// hundreds of downloads is one row, and ends with it. Each ticket opens only its own file.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SecretBox } from '#platform/secret-box.ts';
import type { TargetFile } from '../downloads/target-file.ts';

export type SignedFile = Pick<TargetFile, 'kind' | 'id'>;

const purpose = 'download list';

/** The tickets of single downloads contain no dots. */
export function isListTicket(token: string): boolean {
  return token.includes('.');
}

export function listIdOf(token: string): string {
  return token.slice(0, token.indexOf('.'));
}

/** Returns a function that returns the ticket of a file. The key is derived once, because a list has many files. */
export async function createListSigner(
  box: SecretBox,
  listId: string,
): Promise<(file: SignedFile) => string> {
  const key = await box.sign(listId, purpose);
  return ({ kind, id }) =>
    `${listId}.${createHmac('sha256', key).update(`${kind} ${id}`).digest('base64url')}`;
}

export async function isTicketOf(box: SecretBox, token: string, file: SignedFile): Promise<boolean> {
  const ticketOf = await createListSigner(box, listIdOf(token));
  const [given, right] = [Buffer.from(token), Buffer.from(ticketOf(file))];
  return given.length === right.length && timingSafeEqual(given, right);
}
