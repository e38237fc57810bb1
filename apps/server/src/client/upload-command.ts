// `cellar upload`: sends archives and extras to a server, from any machine.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@cellar/contract/api.ts';
import type { Game } from '@cellar/contract/games/games.ts';
import { guessPlatform } from '@cellar/contract/games/rules/platform-guess.ts';
import { storedPlatform } from '@cellar/contract/games/rules/platforms.ts';
import { formatBytes } from '@cellar/contract/rules/sizes.ts';
import type { ExtraKind } from '@cellar/contract/transfer/rules/extras.ts';
import { ClientError, isTemporary, Refusal, withRetries } from './failures.ts';
import { showTransfer } from './transfer-line.ts';
import { type ClientContext, uploadFile } from './upload-file.ts';
import { openFile, planUpload, type UploadPlan, type UploadTarget } from './upload-plan.ts';

export interface UploadOptions {
  title?: string;
  platform?: string;
  extra?: ExtraKind;
  name?: string;
  version?: string;
  replace?: true;
}

/** The server computes the checksum after the upload. It is asked so often, with pauses of this length. */
const digestTries = 5;
const digestPauseMs = 2000;

export async function uploadAll(
  context: ClientContext,
  paths: string[],
  options: UploadOptions,
): Promise<void> {
  if (paths.length > 1 && options.title !== undefined && !options.extra) {
    throw new ClientError('Give one file with --title, or several without it.');
  }
  for (const path of paths) await upload(context, path, options);
}

async function upload(context: ClientContext, path: string, options: UploadOptions): Promise<void> {
  const file = await openFile(path);
  const target = await findTarget(context, path, options);
  const plan = await planUpload(context.connection, { path, file, target }, context);
  const game = await uploadFile(context, plan);
  context.line.end();
  const what = target.extra
    ? `${target.title}: ${target.extra.name}`
    : `${target.title} (${target.platform})`;
  context.note(`Added ${plan.fileName} (${formatBytes(plan.file.size)}) as ${what}.`);
  if (game) await compareDigest(context, plan, game);
}

/** @throws ClientError if options are missing */
async function findTarget(
  context: ClientContext,
  path: string,
  options: UploadOptions,
): Promise<UploadTarget> {
  const fileName = basename(path);
  const platform = options.platform ?? (options.extra ? '' : guessedPlatform(fileName));
  const title = options.title ?? (options.extra ? undefined : await suggestedTitle(context, fileName));
  if (!title) {
    throw new ClientError('Give the title of the game that gets the extra: --title "…".');
  }
  // The check needs a platform, and its answer about the platform is not used for extras.
  const query = { title, platform: platform || 'Windows' };
  const known = await withRetries(() => context.connection.call(api.checkGame, { query }), context);
  const { extra: kind, name, version = '', replace = false } = options;
  if (!kind) {
    if (known.platformExists && !replace) {
      throw new ClientError(`"${title}" has a file for ${platform} already. --replace replaces it.`);
    }
    if (known.gameId === null) return { title, platform, replace: false };
    return { title, platform, gameId: known.gameId, replace };
  }
  if (known.gameId === null) throw new ClientError(`There is no game "${title}" to add the extra to.`);
  // In the form in which the server stores names.
  const given = (name ?? nameOf(fileName)).normalize('NFC');
  const extra = { kind, name: given, version, platform: platform || null, note: '' };
  return { title, platform, gameId: known.gameId, extra, replace: false };
}

function guessedPlatform(fileName: string): string {
  const { choice, version } = guessPlatform(fileName);
  if (!choice) throw new ClientError(`The name of ${fileName} does not say its platform: give --platform.`);
  return storedPlatform(choice, version);
}

/** The server's rules turn names of archives into titles. */
async function suggestedTitle({ connection, ...retrying }: ClientContext, fileName: string): Promise<string> {
  const query = { title: fileName };
  return (await withRetries(() => connection.call(api.sanitizeTitle, { query }), retrying)).sanitizedTitle;
}

function nameOf(fileName: string): string {
  return fileName.replace(/(\.tar)?\.[^.]*$/, '') || fileName;
}

/** Compares the whole file with what the server has stored, if the token may see that and the checksum is computed in time. */
async function compareDigest(context: ClientContext, plan: UploadPlan, game: Game): Promise<void> {
  const { note, signal } = context;
  let stored = await withRetries(() => findStored(context, plan, game._id), context);
  if (!stored) return;
  const here = await digestOf(context, plan);
  for (let tries = 1; stored?.sha256 === null && tries < digestTries; tries += 1) {
    await sleep(digestPauseMs, undefined, { signal });
    stored = await withRetries(() => findStored(context, plan, game._id), context);
  }
  const there = stored?.sha256;
  if (!there)
    return note('The server has not computed the checksum of the file yet. Each chunk was checked.');
  if (there === here) return note(`Its SHA-256 is ${here}.`);
  throw new ClientError(`The server has stored another content (SHA-256 ${there}, not ${here}).`);
}

async function digestOf(
  { line, signal }: ClientContext,
  { path, file, fileName }: UploadPlan,
): Promise<string> {
  const hash = createHash('sha256');
  const show = showTransfer({ line, name: `checking ${fileName}`, total: file.size });
  let done = 0;
  for await (const piece of createReadStream(path, { signal, highWaterMark: 1024 * 1024 })) {
    hash.update(piece);
    done += piece.length;
    show(done);
  }
  line.end();
  return hash.digest('hex');
}

/** Returns the file as the server shows it, or undefined if the token may not see it. Its `sha256` is null until it is computed. */
async function findStored(
  { connection }: ClientContext,
  { target: { platform, extra } }: UploadPlan,
  id: string,
): Promise<{ sha256: string | null } | undefined> {
  try {
    const game = await connection.call(api.getGame, { params: { id } });
    if (!extra) return game.gameFiles.find((one) => one.platform === platform);
    const { kind, name, version } = extra;
    return game.extras.find((one) => one.kind === kind && one.name === name && one.version === version);
  } catch (error) {
    // Visitors may not see games here, and a token without the scope `read` is like a visitor.
    if (error instanceof Refusal && !isTemporary(error)) return undefined;
    throw error;
  }
}
