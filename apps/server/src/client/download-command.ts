// `cellar download`: fetches platform files from a server, to any machine.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import type { Game } from '@cellar/contract/games/games.ts';
import { safeFileName } from '@cellar/contract/rules/file-names.ts';
import { formatBytes } from '@cellar/contract/rules/sizes.ts';
import { titleKey } from '@cellar/contract/rules/sort.ts';
import type { Ticket } from '@cellar/contract/transfer/downloads.endpoints.ts';
import type { Response } from 'undici';
import type { Connection } from './connection.ts';
import { ClientError, isTemporary, Refusal, type Retrying, TryAgain, withRetries } from './failures.ts';
import { openPartialFile, type PartialFile } from './partial-file.ts';
import { showTransfer } from './transfer-line.ts';
import type { ClientContext } from './upload-file.ts';

export interface DownloadOptions {
  platform?: string;
  output?: string;
  force?: true;
}

interface Target {
  id: string;
  platform: string;
}

export async function download(
  context: ClientContext,
  game: string,
  options: DownloadOptions,
): Promise<void> {
  const { connection, note } = context;
  const found = await withRetries(() => findGame(connection, game), context);
  const target = { id: found._id, platform: choosePlatform(found, options.platform) };
  // The first ticket tells name and size. An unfinished download has its own id, and gets another ticket.
  const known = found.gameFiles.find(({ platform }) => platform === target.platform);
  if (!known) throw new ClientError(`"${found.title}" has no file for ${target.platform}.`);
  const path = await placeOf(known.fileName, options.output);
  if (!options.force && (await isThere(context, path, known.sha256))) {
    return note(`${path} is there already, and its SHA-256 is right.`);
  }
  const show = showTransfer({ line: context.line, name: path, total: known.fileSize });
  const part = await openPartialFile(path, known.fileSize, show);
  if (part.size() > 0) note(`Continuing ${path}: ${formatBytes(part.size())} are there already.`);
  try {
    await receive(context, { target, part, show });
    await check(context, target, part);
    await part.finish();
  } catch (error) {
    // There is nothing to continue.
    if (error instanceof Refusal && part.size() === 0) await part.remove();
    throw error;
  } finally {
    context.line.end();
    await part.close().catch(() => undefined);
  }
  note(`Downloaded ${path} (${formatBytes(known.fileSize)}).`);
}

interface Receiving {
  target: Target;
  part: PartialFile;
  show(bytes: number): void;
}

async function receive(context: ClientContext, { target, part, show }: Receiving): Promise<void> {
  const askTicket = () => withRetries(() => createTicket(context, target, part), context);
  const ticket = await askTicket();
  if (ticket.fileSize !== part.facts.fileSize) {
    throw new ClientError('The file has just been replaced on the server. Run the command again.');
  }
  await fillPart({ ...context, ticket, part, renew: askTicket, onProgress: show });
}

async function createTicket(
  { connection }: ClientContext,
  target: Target,
  part: PartialFile,
): Promise<Ticket> {
  const ask = () => {
    const { downloadId } = part.facts;
    return connection.call(api.createTicket, { params: { ...target }, json: { downloadId } });
  };
  try {
    return await ask();
  } catch (error) {
    // The download was of a file that has been replaced since, or was canceled.
    if (!(error instanceof Refusal) || error.code !== 'download_id_taken') throw error;
    await part.beginAnew();
    return ask();
  }
}

/** @throws ClientError if the file is damaged; it is removed then */
async function check(context: ClientContext, target: Target, part: PartialFile): Promise<void> {
  const { connection, note } = context;
  const expected = await withRetries(() => findDigest(connection, { ...target }), context);
  if (expected === undefined) {
    return note('The server has not computed the checksum of the file yet, so it was not checked.');
  }
  if (part.digest() === expected) return note(`Its SHA-256 is right: ${expected}.`);
  await part.remove();
  throw new ClientError('The file was damaged on its way and has been removed. Run the command again.');
}

/** Returns where the file is to be. Its name comes from the server. */
async function placeOf(fileName: string, output: string | undefined): Promise<string> {
  const name = safeFileName(fileName) || 'game';
  if (output === undefined) return name;
  const isFolder = /[/\\]$/.test(output) || (await stat(output).catch(() => undefined))?.isDirectory();
  return isFolder ? join(output, name) : output;
}

/** Returns whether the file is complete already. @throws ClientError if there is another file */
async function isThere(
  { line, signal }: ClientContext,
  path: string,
  sha256: string | null,
): Promise<boolean> {
  const info = await stat(path).catch(() => undefined);
  if (!info) return false;
  if (info.isFile() && sha256 !== null) {
    const hash = createHash('sha256');
    const show = showTransfer({ line, name: `checking ${path}`, total: info.size });
    let done = 0;
    for await (const piece of createReadStream(path, { signal })) {
      hash.update(piece);
      done += piece.length;
      show(done);
    }
    line.end();
    if (hash.digest('hex') === sha256) return true;
  }
  throw new ClientError(`${path} is another file. --force replaces it.`);
}

// Finds the game and the platform file that a person means.

/** Ids that the server generates (`newId`). */
const idPattern = /^[\w-]{20}$/;
const listedTitles = 10;

/** `game`: an id, a title, or a part of a title. @throws ClientError if there is no such game, or several */
async function findGame(connection: Connection, game: string): Promise<Game> {
  if (idPattern.test(game)) {
    const found = await connection.call(api.getGame, { params: { id: game } }).catch(undefinedIfUnknown);
    if (found) return found;
  }
  const query = { search: game, limit: '100', sort: 'titleAsc' };
  const { games } = await connection.call(api.listGames, { query });
  const exact = games.filter(({ title }) => titleKey(title) === titleKey(game));
  const candidates = exact.length > 0 ? exact : games;
  const [first] = candidates;
  if (!first) throw new ClientError(`There is no game "${game}".`);
  if (candidates.length > 1) {
    const titles = candidates.slice(0, listedTitles).map(({ title, _id }) => `  ${title} (${_id})`);
    throw new ClientError(`Several games match "${game}". Give the id of one:\n${titles.join('\n')}`);
  }
  return connection.call(api.getGame, { params: { id: first._id } });
}

/** @throws ClientError if the game has no file for the platform, or the platform must be given */
function choosePlatform({ title, gameFiles }: Game, wanted: string | undefined): string {
  const platforms = gameFiles.map(({ platform }) => platform);
  if (platforms.length === 0) throw new ClientError(`"${title}" has no files.`);
  const names = platforms.map((name) => `"${name}"`).join(', ');
  if (wanted === undefined) {
    const [only] = platforms;
    if (only !== undefined && platforms.length === 1) return only;
    throw new ClientError(`"${title}" has files for ${names}: give one with --platform.`);
  }
  const found = platforms.find((name) => name.toLowerCase() === wanted.toLowerCase());
  if (found === undefined) throw new ClientError(`"${title}" has no file for ${wanted}, only for ${names}.`);
  return found;
}

function undefinedIfUnknown(error: unknown): undefined {
  if (error instanceof Refusal && error.status === 404) return undefined;
  throw error;
}

// Downloads one file into a partial file: with a ticket, from where an earlier attempt ended, as often as it takes.

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
async function fillPart(options: Options): Promise<void> {
  let { ticket } = options;
  let hasRenewed = false;
  while (options.part.size() < ticket.fileSize) {
    try {
      await withRetries((progress) => downloadFileReceive(options, ticket, progress), options);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'ticket_invalid' || hasRenewed) throw error;
      ticket = await options.renew();
      hasRenewed = true;
    }
  }
}

/** Makes one request for the missing bytes. */
async function downloadFileReceive(
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
async function findDigest(
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
