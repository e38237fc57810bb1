// The tickets in a list of downloads. They have no rows: a ticket is the list's id, a dot and a signature of the file. So a list of
// hundreds of downloads is one row, and ends with it. Each ticket opens only its own file.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { unlessFull } from '#db/database.ts';
import type { SecretBox } from '#platform/secret-box.ts';
import { findDownloadByClientId } from '../downloads/downloads.repository.ts';
import {
  type FileRequest,
  findTarget,
  type OpenDeps,
  type OpenedDownload,
  openNamed,
} from '../downloads/open-download.ts';
import {
  type DownloadTarget,
  isOfEarlierContent,
  type TargetFile,
  ticketInvalid,
} from '../downloads/target-file.ts';

export type SignedFile = Pick<TargetFile, 'kind' | 'id'>;

const purpose = 'download list';

/** The tickets of single downloads contain no dots. */
export function isListTicket(token: string): boolean {
  return token.includes('.');
}

function listIdOf(token: string): string {
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

async function isTicketOf(box: SecretBox, token: string, file: SignedFile): Promise<boolean> {
  const ticketOf = await createListSigner(box, listIdOf(token));
  const [given, right] = [Buffer.from(token), Buffer.from(ticketOf(file))];
  return given.length === right.length && timingSafeEqual(given, right);
}

// Opens a platform file or an extra by a ticket of a list. The download begins with the first request for bytes, so that a list
// itself adds nothing to the history and the log.

/** @throws AppError ticket_invalid, not_found, file_missing, file_quarantined, too_many_requests, precondition_failed */
export async function openByListTicket(
  deps: OpenDeps,
  token: string,
  target: DownloadTarget,
  request: FileRequest,
): Promise<OpenedDownload> {
  const { db, tickets, games, box, quarantine } = deps;
  const list = await tickets.findList(listIdOf(token));
  if (!list || target.singleFileId !== undefined) throw ticketInvalid();
  // A new file for the same platform is another file, whose digest is not that of the list.
  const file = await findTarget(deps, target);
  if (!(await isTicketOf(box, token, file))) throw ticketInvalid();
  const { userId } = list;
  const clientId = `list-${list.id}-${file.id}`;
  const known = await findDownloadByClientId(db, userId, clientId);
  if (known && (known.cancelledAt || isOfEarlierContent(known, file))) throw ticketInvalid();
  // A download that has begun may finish.
  if (!known) await games.refuseHidden(file.gameId, { ...list, id: userId });
  await tickets.extendList(list).catch(unlessFull);
  await quarantine.refuse(file.storageKey);
  return openNamed(deps, file, {
    ...request,
    answer: request.planAnswer(file),
    userId,
    clientId,
    isNamed: true,
    grant: list.id,
  });
}
