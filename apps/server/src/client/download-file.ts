// Downloads one file into a partial file: with a ticket, from where an earlier attempt ended, as often as it takes.
import { api } from '@cellar/contract/api.ts';
import type { Ticket } from '@cellar/contract/transfer/downloads.ts';
import type { Response } from 'undici';
import type { Connection } from './connection.ts';
import { ClientError, isTemporary, Refusal, TryAgain } from './failures.ts';
import type { PartialFile } from './partial-file.ts';
import { type Retrying, withRetries } from './retries.ts';

interface Options extends Retrying {
  connection: Connection;
  ticket: Ticket;
  part: PartialFile;
  /** Asks for another ticket, when the first one is no longer valid. */
  renew(): Promise<Ticket>;
  /** Called with the number of bytes so far. */
  onProgress(bytes: number): void;
}

/** Ends when the part has every byte of the file. */
export async function fillPart(options: Options): Promise<void> {
  let { ticket } = options;
  let hasRenewed = false;
  while (options.part.size() < ticket.fileSize) {
    try {
      await withRetries((progress) => receive(options, ticket, progress), options);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'ticket_invalid' || hasRenewed) throw error;
      ticket = await options.renew();
      hasRenewed = true;
    }
  }
}

/** Makes one request for the missing bytes. */
async function receive(
  { connection, part, signal, onProgress }: Options,
  { url, fileSize }: Ticket,
  progress: () => void,
): Promise<void> {
  const { etag } = part.facts;
  const from = etag === null ? 0 : part.size();
  // RFC 9110 section 13.1.5: if the content is another one by now, the answer is the whole file.
  const headers: Record<string, string> = from > 0 ? { range: `bytes=${from}-`, 'if-range': etag ?? '' } : {};
  const response = await connection.open(url, headers);
  if (part.size() !== from || startOf(response) !== from || response.headers.get('etag') !== etag) {
    if (startOf(response) !== 0) throw new TryAgain('The server sent other bytes than those asked for.');
    await part.restart(response.headers.get('etag'));
  }
  try {
    for await (const piece of response.body ?? []) {
      if (part.size() + piece.length > fileSize) {
        throw new ClientError(
          'The server sent more than the file. It may have changed: run the command again.',
        );
      }
      await part.append(piece);
      progress();
      onProgress(part.size());
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ClientError) throw error;
    throw new TryAgain('The connection broke off.');
  }
  if (part.size() < fileSize) throw new TryAgain('The connection broke off.');
}

/** Returns the position of the first byte of a response with the status 200 or 206. */
function startOf({ status, headers }: Response): number | undefined {
  if (status === 200) return 0;
  const start = /^bytes (\d+)-/.exec(headers.get('content-range') ?? '')?.[1];
  return start === undefined ? undefined : Number(start);
}

/** Returns the checksum of the file, or undefined if the server has not computed it. */
export async function findDigest(
  connection: Connection,
  params: { id: string; platform: string },
): Promise<string | undefined> {
  try {
    return (await connection.call(api.downloadPieces, { params })).sha256 ?? undefined;
  } catch (error) {
    if (error instanceof Refusal && !isTemporary(error)) return undefined;
    throw error;
  }
}
