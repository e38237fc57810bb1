import type { GameRequest } from '@cellar/contract/club/requests.ts';
import { artworkUrl } from '@cellar/contract/games/rules/artwork.ts';
import type { CandidatePictures } from '#games/metadata/matches/candidate-pictures.service.ts';
import type { ReadRequest } from './requests.repository.ts';

interface Reader {
  id: string;
  isAdmin: boolean;
}

/** Only admins see a hidden game. */
export async function presentRequest(
  row: ReadRequest,
  reader: Reader,
  pictures: CandidatePictures,
): Promise<GameRequest> {
  const { gameId, gameTitle, isGameHidden, boxArt, thumbhash } = row;
  const seesGame = gameId !== null && gameTitle !== null && (isGameHidden === 0 || reader.isAdmin);
  const hasBoxArt = seesGame && boxArt !== null;
  return {
    _id: row.id,
    title: row.title,
    year: row.year,
    platform: row.platform,
    note: row.note,
    coverUrl: hasBoxArt ? artworkUrl(boxArt) : await pictures.addressOf(JSON.parse(row.coverUrls)),
    coverThumbhash: hasBoxArt ? thumbhash : null,
    state: row.state,
    stateAt: row.stateAt,
    reason: row.reason,
    game: seesGame ? { _id: gameId, title: gameTitle } : null,
    requestedBy: row.requester,
    isOwn: row.requestedBy === reader.id,
    createdAt: row.createdAt,
    votes: row.votes,
    hasVoted: row.votedBy !== null,
    comments: row.comments,
  };
}
