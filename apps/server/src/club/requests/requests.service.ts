// Requests for games: the list, new requests and votes. Two members who request the same game share one request.

import type {
  GameRequest,
  GameRequests,
  NewRequest,
  RequestComment,
  RequestComments,
  RequestsQuery,
} from '@cellar/contract/club/requests.endpoints.ts';
import { isWaiting } from '@cellar/contract/club/rules/requests.ts';
import { artworkUrl } from '@cellar/contract/games/rules/artwork.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { foldText, titleKey } from '@cellar/contract/rules/sort.ts';
import type { AuditService } from '#admin/audit.service.ts';
import type { Trx } from '#db/schema.ts';
import type { CandidatePictures } from '#games/metadata/matches/match-candidates.service.ts';
import type { Member } from '#http/access.ts';
import { AppError, notFound, refuseTooMany } from '#http/errors.ts';
import type { WebhooksService } from '#messages/webhooks/webhooks.service.ts';
import type { Base } from '#platform/base.ts';
import { hourMs, isoAt } from '#platform/clock.ts';
import { pageCount } from '#platform/page-count.ts';
import { newId } from '#platform/tokens.ts';
import * as arrivals from './outcomes.repository.ts';
import type { RequestCandidates, WantedGame } from './request-candidates.service.ts';
import * as repository from './requests.repository.ts';
import { findRequest, lockRequest, type ReadRequest, type RequestRow } from './requests.repository.ts';

interface Deps extends Pick<Base, 'db' | 'longReads' | 'clock' | 'limiter' | 'publicUrl'> {
  audit: AuditService;
  webhooks: WebhooksService;
  candidatePictures: CandidatePictures;
  requestCandidates: RequestCandidates;
}

export type RequestsService = ReturnType<typeof createRequestsService>;

export function createRequestsService(deps: Deps) {
  const { db, limiter, webhooks, requestCandidates } = deps;
  return {
    list: (reader: Member, query: RequestsQuery) => list(deps, reader, query),
    get: (reader: Member, id: string) => get(deps, reader, id),

    /** If the game was requested before, votes for that request. @throws AppError too_many_requested, validation_failed */
    async create(member: Member, body: NewRequest): Promise<{ request: GameRequest; isNew: boolean }> {
      const key = `requests:${member.id}`;
      refuseTooMany(await limiter.count([{ key, max: limits.requestsPerHour, windowMs: hourMs }]));
      const wanted = await requestCandidates.open(body);
      const { id, isNew } = await db.transaction().execute(async (trx) => {
        const stored = await insertOrFind(deps, trx, { member, body, wanted });
        await repository.insertVote(trx, stored.id, member.id);
        return stored;
      });
      if (isNew) webhooks.deliverSoon();
      return { request: await get(deps, member, id), isNew };
    },

    remove: (member: Member, id: string) => remove(deps, member, id),
    vote: (member: Member, id: string) => changeVote(deps, member, id, repository.insertVote),
    unvote: (member: Member, id: string) => changeVote(deps, member, id, repository.deleteVote),
  };
}

async function list(
  { db, longReads, candidatePictures }: Deps,
  reader: Member,
  { page, sort, ...shown }: RequestsQuery,
): Promise<GameRequests> {
  const filter = { ...shown, readerId: reader.id };
  // A search compares every title.
  const source = filter.search ? longReads : db;
  const limit = limits.requestsPerPage;
  const [total, open, rows] = await Promise.all([
    repository.countRequests(source, filter),
    repository.countRequests(db, { show: 'open', search: '', readerId: reader.id }),
    repository.listRequests(source, filter, { sort, limit, offset: (page - 1) * limit }),
  ]);
  return {
    requests: await Promise.all(rows.map((row) => presentRequest(row, reader, candidatePictures))),
    total,
    currentPage: page,
    totalPages: pageCount(total, limit),
    open,
  };
}

/** @throws AppError not_found */
async function get({ db, candidatePictures }: Deps, reader: Member, id: string): Promise<GameRequest> {
  const [row] = await repository.readRequests(db, [id], reader.id);
  if (!row) throw notFound('Request');
  return presentRequest(row, reader, candidatePictures);
}

async function insertOrFind(
  { clock, webhooks, publicUrl }: Deps,
  trx: Trx,
  { member, body, wanted }: { member: Member; body: NewRequest; wanted: WantedGame },
): Promise<{ id: string; isNew: boolean }> {
  const { title, year, entries, coverUrls } = wanted;
  const same = { titleKey: titleKey(title), year, entries };
  const known = await repository.findSame(trx, same);
  if (known) return { id: known, isNew: false };
  if ((await repository.countWaitingOf(trx, member.id)) >= limits.waitingRequestsPerMember) {
    const message = `You already have ${limits.waitingRequestsPerMember} open requests. Wait until one is answered.`;
    throw new AppError('too_many_requested', message);
  }
  const id = newId();
  const now = isoAt(clock);
  const isNew = await repository.insertRequest(trx, {
    id,
    title,
    titleKey: same.titleKey,
    titleFold: foldText(title),
    year,
    platform: body.platform,
    note: body.note,
    coverUrls: JSON.stringify(coverUrls),
    requestedBy: member.id,
    createdAt: now,
    state: 'open',
    stateAt: now,
    isWaiting: 1,
    reason: '',
    gameId: null,
  });
  if (!isNew) {
    // Another member has requested it at the same moment.
    const first = await repository.findSame(trx, same);
    if (!first) throw new Error('the same request vanished while it was found');
    return { id: first, isNew };
  }
  await repository.insertEntries(trx, id, entries);
  await arrivals.refuseKnownGames(trx, id, same);
  const url = `${publicUrl}/requests/${id}`;
  await webhooks.enqueue(trx, 'game_requested', {
    id,
    title,
    url,
    year: year === null ? null : String(year),
  });
  return { id, isNew };
}

/** @throws AppError not_found, forbidden */
async function remove({ db, audit }: Deps, member: Member, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const request = await lock(trx, id);
    const isOwn = request.requestedBy === member.id;
    if (!member.isAdmin && !isOwn) throw new AppError('forbidden', 'Only admins delete requests of others.');
    if (!member.isAdmin && (await repository.hasOtherVotes(trx, id, member.id))) {
      throw new AppError('forbidden', 'Others have voted for this request, so only admins can delete it.');
    }
    await repository.deleteRequest(trx, id);
    if (isOwn) return;
    await audit.write(trx, { action: 'request_deleted', actor: member.email, subject: request.title });
  });
}

/** @throws AppError not_found, request_answered */
async function changeVote(
  deps: Deps,
  member: Member,
  id: string,
  change: (trx: Trx, requestId: string, userId: string) => Promise<void>,
): Promise<GameRequest> {
  await deps.db.transaction().execute(async (trx) => {
    const { state } = await lock(trx, id);
    if (!isWaiting(state)) throw new AppError('request_answered', 'This request has already been answered.');
    await change(trx, id, member.id);
  });
  return get(deps, member, id);
}

/** @throws AppError not_found */
async function lock(trx: Trx, id: string): Promise<RequestRow> {
  const request = await repository.lockRequest(trx, id);
  if (!request) throw notFound('Request');
  return request;
}

interface Reader {
  id: string;
  isAdmin: boolean;
}

/** Only admins see a hidden game. */
async function presentRequest(
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

// Comments on requests. They are deleted with the account of their author.

interface RequestCommentsDeps extends Pick<Base, 'db' | 'clock' | 'limiter'> {
  audit: AuditService;
}

export type RequestCommentsService = ReturnType<typeof createRequestComments>;

const pageSize = limits.requestCommentsPerPage;

export function createRequestComments({ db, clock, audit, limiter }: RequestCommentsDeps) {
  return {
    /** @throws AppError not_found */
    async list(reader: Member, id: string, before: string | undefined): Promise<RequestComments> {
      if (!(await findRequest(db, id))) throw notFound('Request');
      const rows = await repository.listComments(db, id, { before, limit: pageSize + 1 });
      const comments = rows.slice(0, pageSize).map(({ id, text, createdAt, by, userId }) => ({
        _id: id,
        text,
        createdAt,
        by,
        isOwn: userId === reader.id,
      }));
      return { comments, hasMore: rows.length > pageSize };
    },

    /** @throws AppError not_found */
    async add(member: Member, requestId: string, text: string): Promise<RequestComment> {
      const key = `request-comments:${member.id}`;
      refuseTooMany(await limiter.count([{ key, max: limits.requestCommentsPerHour, windowMs: hourMs }]));
      const comment = { id: newId(), requestId, userId: member.id, text, createdAt: isoAt(clock) };
      await db.transaction().execute(async (trx) => {
        if (!(await lockRequest(trx, requestId))) throw notFound('Request');
        await repository.insertComment(trx, comment);
      });
      return { _id: comment.id, text, createdAt: comment.createdAt, by: member.name, isOwn: true };
    },

    /** @throws AppError not_found, forbidden */
    async remove(member: Member, requestId: string, id: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const request = await lockRequest(trx, requestId);
        const comment = await repository.findComment(trx, requestId, id);
        if (!request || !comment) throw notFound('Comment');
        const isOwn = comment.userId === member.id;
        if (!isOwn && !member.isAdmin) {
          throw new AppError('forbidden', 'Only admins delete comments of others.');
        }
        await repository.deleteComment(trx, id);
        if (isOwn) return;
        const subject = request.title;
        await audit.write(trx, { action: 'request_comment_deleted', actor: member.email, subject });
      });
    },
  };
}
