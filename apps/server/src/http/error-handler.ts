// Turns thrown errors into error responses. Unknown errors become a 500 that reveals nothing.
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { ErrorBody, ErrorCode } from '@cellar/contract/errors.ts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseFull, isDatabaseUnavailable } from '#db/database.ts';
import { FileChangedError, StorageFullError, StorageUnavailableError } from '#platform/storage/storage.ts';
import { AppError, storageFull } from './errors.ts';

/** Also handles requests that Fastify refuses before it finds a route, such as an invalid path. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = toAppError(error as FastifyError);
  const fault = faultOf(error as FastifyError);
  if (fault) request.fault = fault;
  // A ZIP that is still being prepared is no failure.
  const isFailure = known.status >= 500 && known.code !== 'file_preparing';
  if (isFailure) request.log.error({ err: error }, 'request failed');
  // The headers are already sent. Cut the connection, so that the client cannot mistake the response for a complete one.
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
  const retryAfter = known.code === 'unavailable' ? 5 : known.retryAfterSeconds;
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  // RFC 9110 section 15.5.2: a 401 needs a challenge.
  if (known.status === 401) reply.header('www-authenticate', 'Bearer');
  reply
    .status(known.status)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .type('application/json')
    .send(JSON.stringify(body));
}

const byStatus: Record<number, [ErrorCode, string]> = {
  404: ['not_found', 'Not found'],
  408: ['request_timeout', 'The request took too long'],
  413: ['payload_too_large', 'The request is too large'],
  415: ['unsupported_media_type', 'The request has a content type that is not accepted here'],
};

/** The part that failed: it is full, can't be reached, or is broken. */
export type Fault = 'database' | 'storage';

function faultOf(error: FastifyError): Fault | undefined {
  if (isDatabaseFull(error) || isDatabaseUnavailable(error)) return 'database';
  if ([StorageFullError, StorageUnavailableError].some((kind) => error instanceof kind)) return 'storage';
  return undefined;
}

function toAppError(error: FastifyError): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseFull(error) || error instanceof StorageFullError) {
    return storageFull();
  }
  if (isDatabaseUnavailable(error)) {
    return new AppError('unavailable', 'Server temporarily unavailable. Please try again in a few minutes.');
  }
  if (error instanceof StorageUnavailableError) {
    return new AppError(
      'unavailable',
      "The files can't be reached right now. Please try again in a few minutes.",
    );
  }
  if (error instanceof FileChangedError) return fileChanged();
  const status = error.statusCode ?? 500;
  const known = byStatus[status];
  if (known) return new AppError(known[0], known[1]);
  if (status >= 400 && status < 500 && error.code?.startsWith('FST_')) {
    return new AppError('malformed_request', error.message);
  }
  if (status === 400) return new AppError('malformed_request', 'The request is not valid');
  return new AppError('internal', 'Something went wrong on the server.');
}

function fileChanged(): AppError {
  const error = new AppError(
    'file_changed',
    'The file on the server was changed a moment ago. Please start the download again in a few minutes.',
  );
  error.retryAfterSeconds = 60;
  return error;
}

/** Answers invalid HTTP directly on the socket, with the usual error body, because there is no request object. */
export function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, code, message] = brokenRequests[error.code ?? ''] ?? [
    '400 Bad Request',
    'malformed_request',
    'The request is not valid HTTP',
  ];
  const body = JSON.stringify({ message, code, requestId: randomUUID() });
  const head = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close`;
  socket.end(`HTTP/1.1 ${status}\r\n${head}\r\n\r\n${body}`);
}

const brokenRequests: Record<string, [string, ErrorCode, string]> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'malformed_request',
    'The request has too many headers',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'request_timeout', 'The request took too long'],
};
