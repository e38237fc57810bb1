// Comments on requests. They are deleted with the account of their author.
import type { RequestComment, RequestComments } from '@cellar/contract/club/requests.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { AuditService } from '#admin/audit.service.ts';
import type { Db } from '#db/schema.ts';
import type { Member } from '#http/access.ts';
import { AppError, notFound, refuseTooMany } from '#http/errors.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { hourMs } from '#platform/durations.ts';
import type { RateLimiter } from '#platform/rate-limit.ts';
import { newId } from '#platform/tokens.ts';
import * as repository from './comments.repository.ts';
import { findRequest, lockRequest } from './requests.repository.ts';

interface Deps {
  db: Db;
  clock: Clock;
  audit: AuditService;
  limiter: RateLimiter;
}

export type RequestCommentsService = ReturnType<typeof createRequestComments>;

const pageSize = limits.requestCommentsPerPage;

export function createRequestComments({ db, clock, audit, limiter }: Deps) {
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
