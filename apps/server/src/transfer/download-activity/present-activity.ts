// Converts a download's row to the form shown in the member's history and in the admin's log.

import { artworkUrl } from '@cellar/contract/games/rules/artwork.ts';
import { downloadFileName } from '@cellar/contract/rules/file-names.ts';
import type { LoggedActivity, OwnActivity } from '@cellar/contract/transfer/download-activity.endpoints.ts';
import type { DownloadRow } from '../downloads/downloads.repository.ts';
import type { HistoryRow } from './download-history.repository.ts';
import type { GameColumns, LoggedRow } from './download-log.repository.ts';

export function presentOwn(row: HistoryRow): OwnActivity {
  return { ...present(row), currentPlatform: row.currentPlatform ?? row.platform };
}

export function presentLogged(row: LoggedRow): LoggedActivity {
  return { ...present(row), user: presentUser(row) };
}

function present(row: DownloadRow & GameColumns): Omit<OwnActivity, 'currentPlatform'> {
  const { id, clientId, gameTitle, platform, extension, fileSize, bytesSent, status } = row;
  return {
    _id: id,
    downloadId: clientId,
    gameTitle,
    platform,
    extra: presentExtra(row),
    singleFile: presentSingleFile(row),
    fileSize,
    bytesSent,
    fileName: row.fileName ?? downloadFileName(gameTitle, platform, extension),
    downloadStatus: status,
    downloadedAt: row.startedAt,
    endedAt: row.endedAt,
    isCancelled: row.cancelledAt !== null,
    isHandedOver: row.handedOverAt !== null,
    game: presentGame(row),
  };
}

export function presentExtra({ extraId, extraName }: DownloadRow): OwnActivity['extra'] {
  return extraName === null ? null : { id: extraId, name: extraName };
}

export function presentSingleFile({ singleFileId, fileName }: DownloadRow): OwnActivity['singleFile'] {
  return singleFileId === null ? null : { id: singleFileId, name: fileName ?? '' };
}

function presentUser({ anonymous, userId, userName, userEmail }: LoggedRow): LoggedActivity['user'] {
  if (anonymous === 1 || userId === null || userName === null || userEmail === null) return null;
  return { _id: userId, name: userName, email: userEmail };
}

export function presentGame({
  gameId,
  title,
  boxArt,
  thumbhash,
}: GameColumns & { gameId: string | null }): OwnActivity['game'] {
  if (gameId === null || title === null) return null;
  return { _id: gameId, title, boxArtUrl: boxArt && artworkUrl(boxArt), boxArtThumbhash: thumbhash };
}
