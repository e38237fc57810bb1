// What an upload adds, and how its file is cut into chunks.
import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { chunkCount, chunkSizeFor } from '@cellar/contract/rules/sizes.ts';
import { titleKey } from '@cellar/contract/rules/sort.ts';
import type { ExtraFacts } from '@cellar/contract/transfer/extras.ts';
import { gameArchiveExtensions, platformFileExtensions } from '@cellar/contract/transfer/rules/archives.ts';
import { extraExtensions, longestExtension } from '@cellar/contract/transfer/rules/extras.ts';
import { smallerChunkSize } from '@cellar/contract/transfer/rules/proxy-cuts.ts';
import type { UnfinishedUpload } from '@cellar/contract/transfer/uploads.endpoints.ts';
import { FormData } from 'undici';
import type { Connection } from './connection.ts';
import { ClientError, type Retrying, TryAgain, withRetries } from './failures.ts';

/** What the file is for. */
export interface UploadTarget {
  title: string;
  /** Empty for an extra for every platform. */
  platform: string;
  /** The game that gets the file. Absent for a new game. */
  gameId?: string;
  extra?: ExtraFacts;
  replace: boolean;
}

export interface UploadPlan {
  target: UploadTarget;
  uploadId: string;
  path: string;
  file: Blob;
  fileName: string;
  extension: string;
  chunkSize: number;
  totalChunks: number;
  /** The server has a part of the upload already. */
  isResumed: boolean;
}

/** @throws ClientError for a file that can't be sent */
export async function planUpload(
  connection: Connection,
  { path, file, target }: { path: string; file: Blob; target: UploadTarget },
  retrying: Retrying,
): Promise<UploadPlan> {
  const fileName = shortName(path);
  const accepted = acceptedBy(target);
  const extension = longestExtension(fileName, accepted);
  if (!extension)
    throw new ClientError(`${fileName} can't be added: it must end with ${accepted.join(', ')}.`);
  const known = await withRetries(async () => {
    const found = await findUnfinished(connection, target, fileName, file.size);
    // The server may not have noticed yet that an earlier call has ended.
    if (found?.isSending) throw new TryAgain(`Another program is sending ${fileName} right now.`);
    return found;
  }, retrying);
  const { maxChunkBytes } = await withRetries(() => connection.call(api.site), retrying);
  const chunkSize = known?.chunkSize ?? chunkSizeFor(file.size, maxChunkBytes);
  return {
    ...{ target, path, file, fileName, extension, chunkSize },
    uploadId: known?.uploadId ?? crypto.randomUUID(),
    totalChunks: chunkCount(file.size, chunkSize),
    isResumed: known !== undefined,
  };
}

/** Returns the plan of the same upload with smaller chunks, or undefined if they can hardly be smaller. */
export function withSmallerChunks(plan: UploadPlan): UploadPlan | undefined {
  const chunkSize = smallerChunkSize(plan.chunkSize, plan.file.size);
  if (chunkSize === undefined) return undefined;
  const totalChunks = chunkCount(plan.file.size, chunkSize);
  return { ...plan, chunkSize, totalChunks, isResumed: false };
}

/** @throws ClientError if it can't be read or is empty */
export async function openFile(path: string): Promise<Blob> {
  const info = await stat(path).catch((error) => {
    throw new ClientError(`${path} can't be read (${error.code}).`);
  });
  if (!info.isFile()) throw new ClientError(`${path} is not a file.`);
  if (info.size === 0) throw new ClientError(`${path} is empty.`);
  return openAsBlob(path);
}

/** The server accepts one line of at most 255 characters, and file systems allow more. */
function shortName(path: string): string {
  return basename(path)
    .replace(/\p{Cc}/gu, ' ')
    .slice(-255)
    .toWellFormed()
    .trim();
}

function acceptedBy({ gameId, extra }: UploadTarget): readonly string[] {
  if (extra) return extraExtensions;
  return gameId === undefined ? gameArchiveExtensions : platformFileExtensions;
}

/** Finds what an earlier call of the command for the same file and target has begun. */
async function findUnfinished(
  connection: Connection,
  target: UploadTarget,
  fileName: string,
  fileSize: number,
): Promise<UnfinishedUpload | undefined> {
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const answer = await connection.call(api.listUploads, { query: { page: String(page) } });
    const found = answer.uploads.find(
      (upload) =>
        upload.fileName === fileName &&
        upload.fileSize === fileSize &&
        upload.startedBy?.isYou === true &&
        isFor(upload, target),
    );
    if (found) return found;
    pages = answer.totalPages;
  }
  return undefined;
}

function isFor(upload: UnfinishedUpload, { title, platform, gameId, extra, replace }: UploadTarget): boolean {
  return (
    upload.platform === platform &&
    upload.replace === replace &&
    upload.gameId === (gameId ?? null) &&
    (gameId !== undefined || titleKey(upload.title) === titleKey(title)) &&
    upload.extra?.kind === extra?.kind &&
    upload.extra?.name === extra?.name &&
    upload.extra?.version === extra?.version
  );
}

/** Returns a slice of the file without reading it. */
export function chunkOf({ file, chunkSize }: UploadPlan, chunk: number): Blob {
  return file.slice(chunk * chunkSize, Math.min((chunk + 1) * chunkSize, file.size));
}

/** The form fields of a chunk. Without a chunk, they complete the upload. */
export function uploadForm(plan: UploadPlan, chunk?: { number: number; sha256: string }): FormData {
  const { title, platform, gameId, extra, replace } = plan.target;
  const form = new FormData();
  const fields = {
    ...(gameId === undefined ? { title } : {}),
    platform,
    ...(extra ? { kind: extra.kind, name: extra.name, version: extra.version, note: extra.note } : {}),
    ...(replace ? { replace: 'true' } : {}),
    chunkNumber: chunk?.number ?? plan.totalChunks - 1,
    totalChunks: plan.totalChunks,
    uploadId: plan.uploadId,
    fileExtension: plan.extension,
    fileSize: plan.file.size,
    chunkSize: plan.chunkSize,
    fileName: plan.fileName,
    ...(chunk ? { chunkSha256: chunk.sha256 } : {}),
  };
  // The fields come first, so that the server has them before the bytes.
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  if (chunk) form.append('gameFile', chunkOf(plan, chunk.number), 'chunk');
  return form;
}
