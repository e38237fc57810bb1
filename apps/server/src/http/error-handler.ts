// Turns whatever was thrown into the one error body; hides what a stranger has no business to see.
import { type ErrorBody, type ErrorCode, errorStatus } from '@cellar/contract/errors.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway, isDatabaseFull } from '#db/database.ts';
import { AppError } from './errors.ts';

export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler(handleError);
}

/** Also for what Fastify refuses before a route is found, such as a path that is not valid. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = toAppError(error as FastifyError);
  if (known.status >= 500) request.log.error({ err: error }, 'request failed');
  // Once the head of an answer is out nothing can be added to it: cut it, so that it is not taken for whole.
  if (reply.raw.headersSent) {
    reply.raw.destroy();
    return;
  }
  const body: ErrorBody = {
    message: known.message,
    code: known.code,
    requestId: request.id,
    ...known.details,
  };
  if (known.code === 'unavailable') reply.header('retry-after', '5');
  if (known.code === 'unauthenticated' || known.code === 'session_expired') {
    // RFC 9110 section 15.5.2: a 401 carries a challenge.
    reply.header('www-authenticate', 'Bearer');
  }
  reply
    .status(known.status)
    .header('cache-control', 'no-store')
    .type('application/json')
    .send(JSON.stringify(body));
}

const byStatus: Record<number, [ErrorCode, string]> = {
  404: ['not_found', 'Not found'],
  408: ['request_timeout', 'The request took too long'],
  413: ['payload_too_large', 'The request is too large'],
  415: ['unsupported_media_type', 'The request has a content type that is not accepted here'],
};

function toAppError(error: FastifyError): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseFull(error) || ['ENOSPC', 'EDQUOT'].includes(error.code)) {
    return new AppError(
      'storage_full',
      'The server has no room left. Nothing was lost; try again when room was made.',
    );
  }
  if (isDatabaseAway(error)) {
    return new AppError('unavailable', 'Server temporarily unavailable. Please try again in a few minutes.');
  }
  const status = error.statusCode ?? 500;
  const known = byStatus[status];
  if (known) return new AppError(known[0], known[1]);
  if (status >= 400 && status < 500 && error.code?.startsWith('FST_')) {
    return new AppError('malformed_request', error.message);
  }
  if (status === 400) return new AppError('malformed_request', 'The request is not valid');
  return new AppError('internal', 'Something went wrong on the server.');
}

/** Whether a status is one the contract knows; for tests. */
export const knownStatuses = new Set<number>([200, 201, 204, 206, 304, ...Object.values(errorStatus)]);
