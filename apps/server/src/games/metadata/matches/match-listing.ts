// What admins see of matches: that of one game, the games in one state, and how many there are in each.

import {
  entriesOf,
  type GameMatch,
  type ListedMatch,
  type MatchCounts,
  type MatchesResponse,
  type MatchState,
  matchStates,
} from '@cellar/contract/games/matches.ts';
import { artworkUrl } from '@cellar/contract/games/rules/artwork.ts';
import type { GameEditingService } from '#games/game-editing.service.ts';
import { notFound } from '#http/errors.ts';
import type { Base } from '#platform/base.ts';
import { type Learned, type LearnedNames, sharesGame } from '../names/learned-names.service.ts';
import type { ProvidersService } from '../providers/providers.service.ts';
import {
  type CandidatePictures,
  chosenFirst,
  nameWithYear,
  presentMatch,
  unpackMatches,
  withoutRefused,
} from './match-candidates.service.ts';
import { findScan } from './match-scans.repository.ts';
import { noProvider } from './match-search.service.ts';
import type { ListedRow, MatchRow } from './matches.repository.ts';
import * as repository from './matches.repository.ts';

export interface ListingDeps extends Pick<Base, 'db' | 'longReads'> {
  gameEditing: GameEditingService;
  providers: ProvidersService;
  pictures: CandidatePictures;
  learnedNames: LearnedNames;
}

const pageSize = 30;

/** @throws AppError not_found */
export async function getMatch(deps: ListingDeps, gameId: string): Promise<GameMatch> {
  if (!(await deps.gameEditing.findGame(gameId))) throw notFound('Game');
  const row = await repository.findMatchRow(deps.db, gameId);
  if (!row) return { match: null };
  const { searchedAs } = row;
  const learned = await deps.learnedNames.findAll([searchedAs]);
  return { match: await present(deps, row, learned.get(searchedAs ?? '')) };
}

export interface ListedPage {
  state: MatchState;
  after?: string | undefined;
}

export async function list(deps: ListingDeps, { state, after }: ListedPage): Promise<MatchesResponse> {
  const { longReads, learnedNames } = deps;
  const [updatedAt = '', gameId = ''] = after?.split('~') ?? [];
  const rows = await repository.listMatches(longReads, {
    state,
    // In the lists that an admin works through, new entries are added at the end.
    isNewestFirst: state === 'matched' || state === 'left',
    after: after === undefined ? undefined : { updatedAt, gameId },
    limit: pageSize + 1,
  });
  const shown = rows.slice(0, pageSize);
  const learned = await learnedNames.findAll(
    shown.map(({ searchedAs }) => searchedAs),
    longReads,
  );
  const platforms = await repository.listPlatforms(
    longReads,
    shown.map((row) => row.gameId),
  );
  const last = rows.length > pageSize ? shown.at(-1) : undefined;
  const presented = shown.map(async (row): Promise<ListedMatch> => {
    const status = await present(deps, row, learned.get(row.searchedAs ?? ''));
    return { ...status, ...factsOf(row), platforms: platforms.get(row.gameId) ?? [] };
  });
  return {
    matches: await Promise.all(presented),
    next: last ? `${last.updatedAt}~${last.gameId}` : null,
  };
}

export async function count({ longReads }: ListingDeps): Promise<MatchCounts> {
  const counted = await repository.countStates(longReads);
  const counts = matchStates.map((name): [MatchState, number] => [name, counted.get(name) ?? 0]);
  return {
    counts: Object.fromEntries(counts) as Record<MatchState, number>,
    scan: (await findScan(longReads)) ?? null,
  };
}

async function present(
  { providers, pictures }: ListingDeps,
  row: MatchRow,
  learned: Learned | undefined,
): Promise<NonNullable<GameMatch['match']>> {
  const { state, matchId } = row;
  const candidates = chosenFirst(withoutRefused(unpackMatches(row.candidates), learned), learned);
  const { addressOf } = pictures;
  return {
    state,
    reason: row.reason || (await waitingReason(providers, state)),
    dueAt: row.dueAt,
    updatedAt: row.updatedAt,
    matchId,
    confidence: row.confidence,
    matchName: matchNameOf(row, learned),
    sources: matchId ? entriesOf(matchId).map(({ source }) => providers.get(source).name) : [],
    candidates: await Promise.all(candidates.map((match) => presentMatch(match, { addressOf, learned }))),
    canUndo: state === 'matched' ? row.brought !== null : state === 'left' && row.previous !== null,
  };
}

/** The match was found by the last search, or chosen for the same name. */
function matchNameOf({ matchId, candidates }: MatchRow, learned: Learned | undefined): string | null {
  if (matchId === null) return null;
  const found = unpackMatches(candidates).find(({ id }) => sharesGame(id, matchId));
  if (found) return nameWithYear(found);
  return learned && sharesGame(learned.matchId, matchId) ? learned.matchName : null;
}

async function waitingReason(providers: ProvidersService, state: MatchState): Promise<string> {
  return state === 'queued' && (await providers.listUsable()).length === 0 ? noProvider : '';
}

function factsOf({ gameId, title, revision, fileName, boxArt, thumbhash }: ListedRow) {
  return {
    gameId,
    title,
    revision,
    fileName,
    boxArtUrl: boxArt && artworkUrl(boxArt),
    boxArtThumbhash: thumbhash,
  };
}
