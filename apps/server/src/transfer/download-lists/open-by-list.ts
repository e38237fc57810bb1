// Opens a platform file or an extra by a ticket of a list. The download begins with the first request for bytes, so that a list
// itself adds nothing to the history and the log.
import { unlessFull } from '#db/database.ts';
import { findDownloadByClientId } from '../downloads/downloads.repository.ts';
import { findTarget } from '../downloads/find-target.ts';
import {
  type FileRequest,
  type OpenDeps,
  type OpenedDownload,
  openNamed,
} from '../downloads/open-download.ts';
import { type DownloadTarget, isOfEarlierContent, ticketInvalid } from '../downloads/target-file.ts';
import { isTicketOf, listIdOf } from './list-tickets.ts';

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
  return openNamed(deps, file, { ...request, userId, clientId, isNamed: true, grant: list.id });
}
