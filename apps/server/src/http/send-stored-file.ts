// Sends a stored file from a route: a platform file, a cheat file or a picture. Bypasses Fastify and writes to Node's own
// response, because Fastify's streams reach only a fifth of this speed.
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';
import { type SendFileOptions, sendFile } from './send-file.ts';

export interface StoredFileAnswer
  extends Pick<
    SendFileOptions,
    'source' | 'etag' | 'lastModified' | 'contentType' | 'disposition' | 'onSent' | 'signal' | 'pace'
  > {
  /** Added to the headers that are already set on the reply. */
  headers: OutgoingHttpHeaders;
  /** Names the file in the log, with its article: "a picture". */
  logName: string;
}

/** Sends the file and closes its source. Returns true if the whole response was sent. */
export async function sendStoredFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { headers, logName, ...file }: StoredFileAnswer,
): Promise<boolean> {
  reply.hijack();
  const result = await sendFile({
    ...file,
    request: request.raw,
    response: reply.raw,
    headers: { ...(reply.getHeaders() as OutgoingHttpHeaders), ...headers },
    refusal: (status) => refusalBody(status, request.id),
  });
  if (result.outcome === 'failed') {
    request.fault = 'storage';
    request.log.error({ err: result.error }, `${logName} could not be sent completely`);
  }
  return result.outcome === 'sent';
}

/** Returns the `Repr-Digest` header (RFC 9530) of a file with this SHA-256 (hex). */
export function digestHeader(sha256: string): OutgoingHttpHeaders {
  return { 'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:` };
}

function refusalBody(status: 412 | 416, requestId: string): { contentType: string; body: string } {
  const { message, code } =
    status === 416
      ? new AppError('range_not_satisfiable', 'The requested range is not in this file')
      : new AppError('precondition_failed', 'The file is not the one the request asks for');
  return {
    contentType: 'application/json; charset=utf-8',
    body: JSON.stringify({ message, code, requestId }),
  };
}
