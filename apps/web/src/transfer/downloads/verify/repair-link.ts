// The address from which the pieces of a repair are fetched. A repair belongs to the download that it completes.

import { memberApi } from '@cellar/contract/member-api.ts';
import type { OwnActivity } from '@cellar/contract/transfer/download-activity.ts';
import type { Ticket } from '@cellar/contract/transfer/downloads.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { ApiError } from '#lib/api-error.ts';

/** A platform file or extra of a game. */
export interface VerifiedFile {
  gameId: string;
  /** The platform of a platform file. */
  platform: string;
  /** For an extra. */
  extraId?: string | undefined;
}

/** As many downloads as one page of the history has. */
const recent = 100;

/** Returns the address, with a new ticket. @throws ApiError, the signal's reason */
export async function requestLink(
  api: Pick<ApiClient, 'call'>,
  file: VerifiedFile,
  signal: AbortSignal,
): Promise<string> {
  const known = await findDownload(api, file, signal);
  if (known === undefined) return requestTicket(api, file, newDownloadId(), signal);
  return requestTicket(api, file, known, signal).catch((error) => {
    // The download counts the bytes of an earlier content.
    if (error instanceof ApiError && error.code === 'download_id_taken')
      return requestTicket(api, file, newDownloadId(), signal);
    throw error;
  });
}

/**
 * Returns the id of the member's latest download of this file. What the repair fetches is counted in it: an interrupted download is
 * completed by its missing bytes, and a completed one stays as it is.
 */
async function findDownload(api: Pick<ApiClient, 'call'>, file: VerifiedFile, signal: AbortSignal) {
  const { activities } = await api.call(memberApi.myActivity, { query: { limit: recent }, signal });
  return activities.find((activity) => isOfFile(activity, file))?.downloadId;
}

function isOfFile(
  { game, currentPlatform, extra, singleFile, isCancelled }: OwnActivity,
  { gameId, platform, extraId }: VerifiedFile,
): boolean {
  if (game?._id !== gameId || singleFile || isCancelled) return false;
  return extraId === undefined ? !extra && currentPlatform === platform : extra?.id === extraId;
}

async function requestTicket(
  api: Pick<ApiClient, 'call'>,
  { gameId: id, platform, extraId }: VerifiedFile,
  downloadId: string,
  signal: AbortSignal,
): Promise<string> {
  const options = { body: { downloadId }, signal };
  const { url }: Ticket =
    extraId === undefined
      ? await api.call(memberApi.createTicket, { params: { id, platform }, ...options })
      : await api.call(memberApi.createExtraTicket, { params: { id, extraId }, ...options });
  return url;
}

/** A time and a random number. `crypto.randomUUID` does not exist on plain http. */
function newDownloadId(): string {
  return `repair-${Date.now()}-${Math.random().toString(36).slice(2)}`;
}
