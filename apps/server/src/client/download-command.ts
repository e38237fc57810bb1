// `cellar download`: fetches platform files from a server, to any machine.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { safeFileName } from '@cellar/contract/rules/file-names.ts';
import { formatBytes } from '@cellar/contract/rules/sizes.ts';
import type { Ticket } from '@cellar/contract/transfer/downloads.ts';
import { fillPart, findDigest } from './download-file.ts';
import { ClientError, Refusal } from './failures.ts';
import { choosePlatform, findGame } from './find-game.ts';
import { openPartialFile, type PartialFile } from './partial-file.ts';
import { withRetries } from './retries.ts';
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
